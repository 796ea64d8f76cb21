-- Periods of network activity: packets less than idle_ns apart, for each value of a column.

INCLUDE PERFETTO MODULE android.network_packets;

CREATE OR REPLACE PERFETTO VIEW {{view_name}} AS
WITH
  bursts AS (
    SELECT
      {{group_by}}, min(ts) AS ts, max(ts + dur) AS ts_end, sum(packet_count) AS packets, sum(packet_length) AS bytes
    FROM android_network_packets
    WHERE {{filter}}
    GROUP BY ts / {{quant_ns}}, {{group_by}}
  ),
  gaps AS (
    SELECT
      *,
      ts - max(ts_end) OVER (PARTITION BY {{group_by}} ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) > {{idle_ns}} AS is_late
    FROM bursts
  ),
  periods AS (SELECT *, count(CASE WHEN is_late THEN 1 END) OVER (PARTITION BY {{group_by}} ORDER BY ts) AS period FROM gaps)
SELECT
  {{group_by}}, min(ts) AS ts, max(ts_end) - min(ts) + {{idle_ns}} AS dur, sum(packets) AS packet_count, sum(bytes) AS packet_length
FROM periods
GROUP BY period, {{group_by}};
