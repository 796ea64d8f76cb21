-- Threads, including whether they are kernel threads.
INCLUDE PERFETTO MODULE linux.threads;
INCLUDE PERFETTO MODULE viz.summary.trace;

CREATE PERFETTO TABLE _kernel_threads AS
SELECT utid
FROM linux_kernel_threads
WHERE machine_id IN (SELECT machine_id FROM metadata WHERE name = 'system_name' GROUP BY machine_id HAVING count_if(str_value = 'Linux') = 1);

CREATE PERFETTO TABLE _threads_with_kernel_flag AS
SELECT id, utid, upid, tid, name, is_main_thread, is_idle, machine_id, utid IN (SELECT utid FROM _kernel_threads) AS is_kernel_thread
FROM thread
ORDER BY utid;
