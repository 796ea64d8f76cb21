-- Navigations with the times of their milestones.
INCLUDE PERFETTO MODULE slices.with_context;

-- Milestones: slices that start with the navigation and end with the milestone they are named after.
CREATE PERFETTO TABLE _chrome_page_load_milestones AS
SELECT
  s.name,
  s.ts,
  s.dur,
  extract_arg_int(s.arg_set_id, 'page_load.navigation_id') AS navigation_id,
  extract_arg_text(s.arg_set_id, 'page_load.url') AS url,
  s.upid AS browser_upid
FROM process_slice AS s
WHERE s.name GLOB 'PageLoadMetrics.*'
ORDER BY s.id;

CREATE PERFETTO MACRO _chrome_milestone(milestone Expr)
RETURNS TableOrSubquery AS
(SELECT * FROM _chrome_page_load_milestones WHERE name = 'PageLoadMetrics.' || $milestone);

-- A navigation counts if its first content was painted.
CREATE PERFETTO TABLE chrome_page_loads(
  id LONG, navigation_id LONG, navigation_start_ts TIMESTAMP, fcp LONG, fcp_ts TIMESTAMP, lcp LONG, lcp_ts TIMESTAMP,
  dom_content_loaded_event_ts TIMESTAMP, load_event_ts TIMESTAMP, mark_fully_loaded_ts TIMESTAMP, mark_fully_visible_ts TIMESTAMP,
  mark_interactive_ts TIMESTAMP, url STRING, browser_upid LONG
)
AS
SELECT
  row_number() OVER (ORDER BY fcp.ts) AS id,
  navigation_id,
  fcp.ts AS navigation_start_ts,
  fcp.dur AS fcp,
  fcp.ts + fcp.dur AS fcp_ts,
  lcp.dur AS lcp,
  lcp.ts + lcp.dur AS lcp_ts,
  dom.ts AS dom_content_loaded_event_ts,
  onload.ts AS load_event_ts,
  loaded.ts AS mark_fully_loaded_ts,
  visible.ts AS mark_fully_visible_ts,
  interactive.ts AS mark_interactive_ts,
  fcp.url,
  browser_upid
FROM _chrome_milestone!('NavigationToFirstContentfulPaint') AS fcp
LEFT JOIN _chrome_milestone!('NavigationToLargestContentfulPaint') AS lcp USING (navigation_id, browser_upid)
LEFT JOIN _chrome_milestone!('NavigationToDOMContentLoadedEventFired') AS dom USING (navigation_id, browser_upid)
LEFT JOIN _chrome_milestone!('NavigationToMainFrameOnLoad') AS onload USING (navigation_id, browser_upid)
LEFT JOIN _chrome_milestone!('UserTimingMarkFullyLoaded') AS loaded USING (navigation_id, browser_upid)
LEFT JOIN _chrome_milestone!('UserTimingMarkFullyVisible') AS visible USING (navigation_id, browser_upid)
LEFT JOIN _chrome_milestone!('UserTimingMarkInteractive') AS interactive USING (navigation_id, browser_upid)
ORDER BY fcp.ts, navigation_id;
