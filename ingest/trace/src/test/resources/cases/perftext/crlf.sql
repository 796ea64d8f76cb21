-- @case lines may end as on Windows
SELECT count(*) AS switches FROM sched;
