-- Processes and threads of Chrome, by the kinds that Chrome recorded.

CREATE OR REPLACE PERFETTO VIEW chrome_process AS
WITH
  kinds AS (
    SELECT p.upid, coalesce(a.string_value, '') AS kind
    FROM process AS p
    JOIN args AS a ON a.arg_set_id = p.arg_set_id AND a.key = 'chrome.process_type'
  ),
  -- Sandboxed processes are named after their main thread: CrUtilityMain.
  mains AS (
    SELECT k.upid, substr(t.name, 3, length(t.name) - 6) AS kind
    FROM kinds AS k
    JOIN thread AS t USING (upid)
    WHERE k.kind IN ('Sandboxed', 'Privileged') AND t.name GLOB 'Cr*Main'
    GROUP BY ALL
  )
SELECT p.*, coalesce(m.kind, k.kind) AS process_type
FROM process AS p
JOIN kinds AS k USING (upid)
LEFT JOIN mains AS m USING (upid)
ORDER BY upid;

CREATE OR REPLACE PERFETTO VIEW chrome_thread AS
SELECT t.*, CASE WHEN t.name GLOB 'Cr*Main' THEN 'CrProcessMain' ELSE coalesce(t.name, 'Unknown') END AS canonical_name
FROM thread AS t
WHERE t.upid IN (SELECT upid FROM chrome_process)
ORDER BY utid;
