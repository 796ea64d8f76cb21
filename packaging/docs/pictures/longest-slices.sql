SELECT name, count(*) AS times, sum(dur) / 1e6 AS ms, max(dur) / 1e6 AS longest_ms
FROM slice
GROUP BY name
ORDER BY ms DESC
LIMIT 10;
