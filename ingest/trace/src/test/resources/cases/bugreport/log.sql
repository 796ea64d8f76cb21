-- @case lines of a log have their time, thread, priority, tag and text
SELECT l.ts - 1714979289000000000 AS after, t.tid, p.pid, l.prio, l.tag, l.msg FROM android_logs AS l JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid) ORDER BY l.ts
