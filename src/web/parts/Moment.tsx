/** When something happened, to the minute; the whole of it in its title. */
import { useTexts } from "../texts/language.js";
import { dayAndTime, fullTime } from "../texts/times.js";

export function Moment({ at }: { at: string }) {
  const { language } = useTexts();
  const time = new Date(at);
  return (
    <time className="t3" dateTime={at} title={fullTime(time, language)}>
      {dayAndTime(time, language)}
    </time>
  );
}
