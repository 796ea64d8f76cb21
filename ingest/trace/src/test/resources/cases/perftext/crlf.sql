-- @case lines may end with CR and LF
SELECT count(*) AS switches FROM sched;
