-- @case batteries have charge, share, current, voltage and power; charge comes from energy where it is not counted
SELECT c.ts, t.name, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.name GLOB 'batt.*' ORDER BY c.ts, t.name

-- @case samples of power rails have their own time, and the name of the rail's consumer
SELECT c.ts, t.name, c.value, extract_arg(t.dimension_arg_set_id, 'name') AS rail, extract_arg(t.dimension_arg_set_id, 'session_uuid') AS session, extract_arg(t.source_arg_set_id, 'subsystem_name') AS subsystem, extract_arg(c.arg_set_id, 'packet_ts') AS packet_ts
FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'power_rails' ORDER BY c.ts, t.name

-- @case energy counts for the consumer and for each user id
SELECT c.ts, t.name, t.type, c.value, extract_arg(t.dimension_arg_set_id, 'energy_consumer_id') AS consumer, extract_arg(t.dimension_arg_set_id, 'uid') AS uid, extract_arg(t.source_arg_set_id, 'consumer_type') AS consumer_type, extract_arg(t.source_arg_set_id, 'ordinal') AS ordinal
FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type GLOB 'android_energy*' ORDER BY c.ts, uid

-- @case parts of the device count the time in each state, up to the first that is unknown
SELECT c.ts, t.name, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'entity_state' ORDER BY c.ts, t.name

-- @case the module of batteries has a row for each time and battery
INCLUDE PERFETTO MODULE android.battery;
SELECT * FROM android_battery_charge ORDER BY ts

-- @case the module of power rails has the energy used until the next sample and the mean power
INCLUDE PERFETTO MODULE android.power_rails;
SELECT ts, dur, power_rail_name, raw_power_rail_name, energy_since_boot, energy_since_boot_at_end, average_power, energy_delta FROM android_power_rails_counters ORDER BY ts

-- @case the module of states has entity and state by name
INCLUDE PERFETTO MODULE android.entity_state_residency;
SELECT ts, dur, entity_name, state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end, state_time_ratio FROM android_entity_state_residency ORDER BY ts, state_name

-- @case energy of rails in a range is the difference of readings, split at the edges
.report area-power 1000000000 1004000000 Rail
.report area-power 1002000000 1004000000 Subsystem
.singles area-power 1000000000 1004000000 Rail

-- @case time in the states of an entity is the difference of readings
.report area-residency 0 1000000000
.singles area-residency 0 1000000000

-- @case counters of power rails show the rate
.data Power › Power Rails › cpu › power.rails.cpu.big
.details counter 0
