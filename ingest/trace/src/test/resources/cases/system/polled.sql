-- @case memory is counted in bytes, and what the kernel counts in pages or events as it is
SELECT c.ts, t.name, t.type, t.unit, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type IN ('meminfo', 'vmstat', 'num_forks', 'num_irq_total', 'num_softirq_total') ORDER BY c.ts, t.name

-- @case each interrupt counts by its number
SELECT c.ts, t.name, t.type, extract_arg(t.dimension_arg_set_id, 'irq') AS irq, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type IN ('num_irq', 'num_softirq') ORDER BY t.type

-- @case the times of a CPU are on tracks of that CPU
SELECT c.ts, t.name, t.cpu, c.value FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id WHERE t.type = 'cpustat' ORDER BY c.value

-- @case frequencies belong to the CPUs in their order, to the first GPU, and to devices by name
SELECT c.ts, t.name, t.type, ct.cpu, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id LEFT JOIN cpu_counter_track AS ct ON ct.id = t.id WHERE t.type GLOB '*frequency' ORDER BY c.value

-- @case CPUs are known that have only counters
SELECT cpu FROM cpu ORDER BY cpu

-- @case free chunks of memory are twice as large with each order, from a page on
SELECT t.name, extract_arg(t.dimension_arg_set_id, 'buddyinfo_zone') AS zone, extract_arg(t.dimension_arg_set_id, 'buddyinfo_chunk_size_kb') AS kb, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'buddyinfo' ORDER BY kb

-- @case the bytes that a disk moved are the growth of its counters
SELECT c.ts, t.name, t.unit, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'diskstat' ORDER BY t.name

-- @case pressure stalls have a counter for each resource
SELECT c.ts, t.name, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'psi' ORDER BY t.name

-- @case temperatures are named by the type of their zone, idle states of CPUs by their depth
SELECT c.ts, t.name, t.unit, ct.cpu, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id LEFT JOIN cpu_counter_track AS ct ON ct.id = t.id WHERE t.type IN ('thermal_temperature_sys', 'cpu_idle_state') ORDER BY c.value

-- @case objects of the kernel take pages of the machine's size
SELECT t.name, t.unit, c.value, extract_arg(c.arg_set_id, 'pages_per_slab') AS pages, extract_arg(c.arg_set_id, 'num_slabs') AS slabs FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'slabinfo'

-- @case memory of processes is counted in bytes, their running time in nanoseconds
SELECT c.ts, p.pid, t.name, t.type, c.value FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id JOIN process AS p USING (upid) ORDER BY p.pid, t.type, c.value

-- @case processes have the threads and open files that were seen
SELECT 'thread' AS what, p.pid, t.tid AS number, NULL AS path FROM thread AS t JOIN process AS p USING (upid) WHERE t.tid = 41 UNION ALL SELECT 'file', p.pid, f.fd, f.path FROM filedescriptor AS f JOIN process AS p USING (upid) ORDER BY 1, 3

-- @case Chrome reports whether the peak of a process can be reset
SELECT pid, extract_arg(arg_set_id, 'is_peak_rss_resettable') AS resettable FROM process WHERE pid = 50

-- @case the machine is known by its kernel, build, memory and name
SELECT name, sysname, release, version, arch, num_cpus, android_build_fingerprint, android_device_manufacturer, android_sdk_version, system_ram_bytes, system_ram_gb FROM machine

-- @case the build has its number and, by its release, the version of the SDK
SELECT name, coalesce(str_value, CAST(int_value AS VARCHAR)) AS value FROM metadata WHERE name GLOB 'android_*' OR name IN ('timezone_off_mins', 'tracing_service_version', 'system_ram_gb', 'system_release') ORDER BY name
