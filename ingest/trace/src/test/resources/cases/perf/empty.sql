-- @case a recording without samples has its session
SELECT source, timebase_unit FROM __intrinsic_profiler_session;

-- @case a recording without samples has no sample rows
SELECT count(*) AS samples FROM perf_sample;
