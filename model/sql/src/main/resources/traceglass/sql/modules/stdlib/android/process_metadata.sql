-- App, version and user of a process.
INCLUDE PERFETTO MODULE android.user_list;

CREATE PERFETTO TABLE _uid_package_count AS
SELECT uid, count(*) AS cnt FROM package_list GROUP BY uid;

-- Id under which an app is installed: SDK sandboxes and zygotes of an app have ids 10000 and 20000 higher.
CREATE PERFETTO FUNCTION _app_id_to_base_package(app_id LONG) RETURNS LONG AS
SELECT CASE WHEN $app_id >= 20000 AND $app_id < 30000 THEN $app_id - 10000 WHEN $app_id >= 30000 AND $app_id < 40000 THEN $app_id - 20000 ELSE $app_id END;

-- Kernel threads that are separate processes.
CREATE PERFETTO TABLE _android_kernel_tasks AS
SELECT p.upid
FROM process AS p
LEFT JOIN process AS parent ON parent.upid = p.parent_upid
WHERE parent.name = 'kthreadd' OR p.pid = 0 OR parent.pid = 0
ORDER BY p.upid;

-- Returns whether a process is a kernel thread.
CREATE PERFETTO FUNCTION android_is_kernel_task(upid LONG) RETURNS BOOL AS
SELECT EXISTS (SELECT 1 FROM _android_kernel_tasks AS k WHERE k.upid = $upid);

-- Package of a process: the one with its user id, or, if there are several, the one whose name is the longest prefix of the process
-- name. Isolated processes (90000 to 99999) have their own ids and are matched by name only.
CREATE PERFETTO TABLE _android_process_packages AS
WITH
  apps AS (
    SELECT p.upid, p.name, _app_id_to_base_package(p.android_appid) AS app_id FROM process AS p WHERE p.android_appid IS NOT NULL
  ),
  packages AS (SELECT *, row_number() OVER () AS nr FROM package_list),
  matches AS (
    SELECT a.upid, a.name, k.*
    FROM apps AS a
    JOIN _uid_package_count AS c ON c.uid = a.app_id
    JOIN packages AS k ON k.uid = a.app_id
    WHERE c.cnt = 1 OR starts_with(a.name, k.package_name)
    UNION
    SELECT a.upid, a.name, k.*
    FROM apps AS a
    JOIN packages AS k ON starts_with(str_split(a.name, ':', 0), k.package_name)
    WHERE a.app_id >= 90000 AND a.app_id < 100000
  )
SELECT upid, package_name, version_code, debuggable
FROM matches
QUALIFY row_number() OVER (PARTITION BY upid ORDER BY length(name) - length(package_name) NULLS LAST, nr) = 1;

-- All processes. Names truncated by the kernel to 15 characters are completed from the command line.
CREATE PERFETTO TABLE android_process_metadata AS
SELECT
  p.upid,
  p.pid,
  CASE
    WHEN length(p.name) = 15 AND (p.cmdline IN ('zygote', 'zygote64', '<pre-initialized>') OR ends_with(p.cmdline, p.name)) THEN p.cmdline
    ELSE p.name
  END AS process_name,
  p.android_appid AS uid,
  p.android_user_id AS user_id,
  u.type AS user_type,
  CASE WHEN c.cnt > 1 THEN 1 END AS shared_uid,
  k.package_name,
  k.version_code,
  k.debuggable,
  CASE WHEN t.upid IS NULL THEN 0 ELSE 1 END AS is_kernel_task
FROM process AS p
LEFT JOIN _uid_package_count AS c ON c.uid = _app_id_to_base_package(p.android_appid)
LEFT JOIN _android_process_packages AS k ON k.upid = p.upid
LEFT JOIN android_user_list AS u ON u.android_user_id = p.android_user_id
LEFT JOIN _android_kernel_tasks AS t ON t.upid = p.upid
ORDER BY p.upid;
