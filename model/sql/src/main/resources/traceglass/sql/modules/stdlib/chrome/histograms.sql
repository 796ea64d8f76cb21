-- Samples of Chrome's histograms.
INCLUDE PERFETTO MODULE slices.with_context;

-- Samples of histograms (UMA) that Chrome recorded as events.
CREATE PERFETTO TABLE chrome_histograms(
  name STRING, value LONG, ts TIMESTAMP, thread_name STRING, utid LONG, tid LONG, process_name STRING, upid LONG, pid LONG
)
AS
SELECT
  extract_arg_text(s.arg_set_id, 'chrome_histogram_sample.name') AS name,
  extract_arg_int(s.arg_set_id, 'chrome_histogram_sample.sample') AS value,
  s.ts,
  s.thread_name,
  s.utid,
  s.tid,
  s.process_name,
  s.upid,
  s.pid
FROM thread_or_process_slice AS s
WHERE s.name = 'HistogramSample' AND s.category = 'disabled-by-default-histogram_samples' AND s.upid IS NOT NULL
ORDER BY s.utid IS NULL, s.id;
