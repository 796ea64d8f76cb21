-- Processors whose power is estimated: their cores, frequency policies and differences in what their kernels trace.
INCLUDE PERFETTO MODULE android.device;

-- Cores first_cpu to last_cpu have one frequency, that of `policy`. After deep idle, a core needs power for offset_ns before the kernel
-- traces it as active.
CREATE PERFETTO TABLE _wattson_clusters AS
SELECT c.device, c.policy, c.first_cpu, c.last_cpu, c.offset_ns
FROM (VALUES
  ('Tensor', 0, 0, 3, 0), ('Tensor', 4, 4, 5, 0), ('Tensor', 6, 6, 7, 200000),
  ('Tensor G4', 0, 0, 3, 0), ('Tensor G4', 4, 4, 6, 110000), ('Tensor G4', 7, 7, 7, 400000),
  ('Tensor G5', 0, 0, 1, 0), ('Tensor G5', 2, 2, 4, 0), ('Tensor G5', 5, 5, 6, 0), ('Tensor G5', 7, 7, 7, 0),
  ('monaco', 0, 0, 3, 450000),
  ('neo', 0, 0, 3, 100000),
  ('SXR2230P', 0, 0, 1, 0), ('SXR2230P', 2, 2, 5, 0),
  ('SM8750', 0, 0, 5, 0), ('SM8750', 6, 6, 7, 0),
  ('MT6858', 0, 0, 3, 0), ('MT6858', 4, 4, 7, 0),
  ('MT6897', 0, 0, 3, 0), ('MT6897', 4, 4, 6, 0), ('MT6897', 7, 7, 7, 0)
) AS c(device, policy, first_cpu, last_cpu, offset_ns);

CREATE PERFETTO TABLE _wattson_cores AS
WITH cpus(cpu) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
SELECT c.device, n.cpu, c.policy, c.offset_ns
FROM _wattson_clusters AS c
JOIN cpus AS n ON n.cpu BETWEEN c.first_cpu AND c.last_cpu
ORDER BY c.device, n.cpu;

CREATE PERFETTO VIEW _device_cpu_deep_idle_offsets AS
SELECT device, cpu, offset_ns FROM _wattson_cores;

CREATE PERFETTO VIEW _cpu_to_policy_map AS
SELECT device, cpu, policy FROM _wattson_cores;

-- Processors of devices whose traces name only the device.
CREATE PERFETTO TABLE _wattson_device_map AS
SELECT d.device, d.wattson_device
FROM (VALUES
  ('oriole', 'Tensor'), ('raven', 'Tensor'), ('bluejay', 'Tensor'), ('eos', 'monaco'), ('aurora', 'monaco')
) AS d(device, wattson_device);

-- The processor of this trace; no row if its power can't be estimated. In a virtual machine, that of the host is traced as the guest's.
CREATE PERFETTO TABLE _wattson_device AS
WITH models AS (
  SELECT
    coalesce(
      (SELECT str_value FROM metadata WHERE name = 'android_guest_soc_model' LIMIT 1),
      (SELECT str_value FROM metadata WHERE name = 'android_soc_model' LIMIT 1),
      (SELECT m.wattson_device FROM _wattson_device_map AS m JOIN android_device_name AS d ON d.name = m.device LIMIT 1)
    ) AS name
)
SELECT name FROM models WHERE name IN (SELECT device FROM _wattson_clusters);

-- Cores of this device, and the first core of each policy.
CREATE PERFETTO TABLE _dev_cpu_policy_map AS
SELECT c.cpu, c.policy
FROM _wattson_cores AS c
JOIN _wattson_device AS d ON d.name = c.device
ORDER BY c.cpu;

CREATE PERFETTO TABLE _device_policies AS
SELECT DISTINCT policy FROM _dev_cpu_policy_map ORDER BY policy;

-- Processors with a clock for the cache that all cores share.
CREATE PERFETTO TABLE _use_devfreq AS
SELECT d.device FROM (VALUES ('Tensor G4'), ('Tensor G5')) AS d(device);

-- A row if this device has that clock; the next table has a row if it does not.
CREATE PERFETTO TABLE _use_devfreq_for_calc AS
SELECT true AS devfreq_necessary
FROM _use_devfreq AS u
JOIN _wattson_device AS d ON d.name = u.device;

CREATE PERFETTO TABLE _skip_devfreq_for_calc AS
SELECT false AS devfreq_necessary WHERE NOT EXISTS (SELECT 1 FROM _use_devfreq_for_calc);

-- A row if the kernel of this device traces several deep idle states, which need the same power: they count as state 1.
CREATE PERFETTO TABLE _wattson_merged_idle_states AS
SELECT name FROM _wattson_device WHERE name IN ('MT6858', 'MT6897', 'neo', 'SXR2230P');

-- The deepest idle state with a power of its own.
CREATE PERFETTO TABLE _deepest_idle AS
SELECT 1 AS idle;

-- Whether a core that depends on other clusters follows the highest frequency among them, or the core that needs most power.
CREATE PERFETTO TABLE _dev_vote_by_freq AS
SELECT m.cpu, CAST((SELECT count(*) FROM _wattson_device WHERE name = 'Tensor G5') > 0 AND m.cpu >= 5 AS INT) AS vote_by_freq
FROM _dev_cpu_policy_map AS m;

-- The GPU whose frequency counts.
CREATE PERFETTO TABLE _gpuid_map AS
SELECT g.device, g.gpu_id FROM (VALUES ('Tensor G5', 0), ('Tensor', 1)) AS g(device, gpu_id);
