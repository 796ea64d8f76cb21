-- @case packets are slices of their interface and direction, named for the app of the socket
SELECT s.ts, s.dur, t.name AS track, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case the module of network packets has their fields
INCLUDE PERFETTO MODULE android.network_packets;
SELECT ts, dur, package_name, iface, direction, packet_count AS n, packet_length AS length, packet_transport, packet_tcp_flags AS flags, packet_tcp_flags_int AS bits, socket_tag, socket_tag_int AS tag, socket_uid AS uid, local_port AS local, remote_port AS remote, packet_icmp_type AS icmp, packet_icmp_code AS code
FROM android_network_packets ORDER BY ts

-- @case an interface is active for a while after each packet, and a packet costs the time it adds
INCLUDE PERFETTO MODULE android.network_packets;
CREATE PERFETTO TABLE spans AS SELECT * FROM android_network_uptime_spans!((SELECT * FROM android_network_packets), (iface), 100);
CREATE PERFETTO TABLE costs AS SELECT * FROM android_network_uptime_cost!((SELECT * FROM android_network_packets), (iface), 100);
SELECT iface, ts, dur, packet_count, packet_length, NULL AS cost FROM spans WHERE iface = 'rmnet0'
UNION ALL
SELECT p.iface, p.ts, NULL, NULL, NULL, c.uptime_cost FROM costs AS c JOIN android_network_packets AS p USING (id) WHERE p.iface = 'rmnet0'
ORDER BY 6 NULLS FIRST, 2
