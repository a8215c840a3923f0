/** A time as people say it; the whole of it in its title. */
import { useTexts } from "../texts/language.js";
import { fullTime, relativeTime } from "../texts/times.js";

export function When({ at }: { at: string }) {
  const { language } = useTexts();
  const time = new Date(at);
  return (
    <time dateTime={at} title={fullTime(time, language)}>
      {relativeTime(time, new Date(), language)}
    </time>
  );
}
