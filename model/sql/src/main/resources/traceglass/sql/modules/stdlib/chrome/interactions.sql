-- Page loads, startups and interactions with web content combined.
INCLUDE PERFETTO MODULE chrome.page_loads;
INCLUDE PERFETTO MODULE chrome.startups;
INCLUDE PERFETTO MODULE chrome.web_content_interactions;

-- Interactions of the user: page loads, web content interactions and starts of the browser.
CREATE PERFETTO TABLE chrome_interactions(
  scoped_id LONG, type STRING, name STRING, ts TIMESTAMP, dur DURATION
)
AS
SELECT id AS scoped_id, 'chrome_page_loads' AS type, 'PageLoad' AS name, navigation_start_ts AS ts, coalesce(lcp, fcp) AS dur
FROM chrome_page_loads
UNION ALL
SELECT id, 'chrome_startups', name, startup_begin_ts, coalesce(first_visible_content_ts - startup_begin_ts, 0)
FROM chrome_startups
UNION ALL
SELECT id, 'chrome_web_content_interactions', 'InteractionToFirstPaint', ts, dur
FROM chrome_web_content_interactions;
