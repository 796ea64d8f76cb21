-- @case a recording without samples has its session
SELECT source, timebase_unit FROM __intrinsic_profiler_session;

-- @case and nothing else
SELECT count(*) AS samples FROM perf_sample;
