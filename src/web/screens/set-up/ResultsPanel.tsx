/** What the labels give: on other pages, as bars, as delimiters; and the list the pages are found by. */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { Counts } from "../../parts/Counts.js";
import { useTexts } from "../../texts/language.js";
import { BarsTab } from "./BarsTab.js";
import { DelimiterTable } from "./DelimiterTable.js";
import { ListTab } from "./ListTab.js";
import { OtherPages } from "./OtherPages.js";
import type { Draft } from "./use-draft.js";

interface ResultsProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly address: string;
  readonly onOpen: (address: string | undefined, name?: string) => void;
  readonly onShow: (span: Span) => void;
  readonly onElement: (span: Span | undefined) => void;
}

export function ResultsPanel(props: ResultsProps) {
  const { view, names } = props;
  const { t, number } = useTexts();
  const navigate = useNavigate();
  const { tab = "others" } = useSearch({ from: "/new/$draft" });
  const read = view.siblings.rows.filter(({ state }) => state === "read").length;
  const count = (n: number) => n > 0 && <span className="count">{number(n)}</span>;
  return (
    <section className="panel results" id="setup-others" aria-label={t("results.title")} data-stop="results">
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            to: "/new/$draft",
            params: { draft: view.id },
            search: (before) => ({ ...before, tab: value === "others" ? undefined : (value as typeof tab) }),
            replace: true,
          })
        }
      >
        <div className="results-head">
          <Tabs.List>
            <Tabs.Tab value="others">
              {t("results.others")} {count(read)}
            </Tabs.Tab>
            <Tabs.Tab value="bars">{t("results.bars")}</Tabs.Tab>
            <Tabs.Tab value="delimiters">
              {t("results.delimiters")} {count(view.learning.delimiters.length)}
            </Tabs.Tab>
            <Tabs.Tab value="list">{t("results.list")}</Tabs.Tab>
          </Tabs.List>
          {names.length > 0 && <Counts counts={view.siblings.counts} />}
        </div>
        <Tabs.Panel value="others">
          <OtherPages {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="bars">
          <BarsTab {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="delimiters">
          <DelimiterTable {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="list">
          <ListTab {...props} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
