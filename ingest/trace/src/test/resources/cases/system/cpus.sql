-- @case CPUs with the same highest frequency are a cluster
SELECT cpu, cluster_id, capacity, processor FROM cpu ORDER BY cpu

-- @case all frequencies are listed in their order
SELECT c.cpu, f.freq FROM __intrinsic_cpu_freq AS f JOIN cpu AS c USING (ucpu) ORDER BY f.id

-- @case ids of ARM and known features are arguments
SELECT c.cpu, a.key, a.int_value FROM cpu AS c JOIN args AS a ON a.arg_set_id = c.arg_set_id ORDER BY c.cpu, a.key

-- @case features without a name are counted
SELECT name, value FROM stats WHERE name = 'cpu_info_unknown_cpu_features' AND value > 0
