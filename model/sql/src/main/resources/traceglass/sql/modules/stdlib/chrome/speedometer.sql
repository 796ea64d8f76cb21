-- Runs of the benchmark Speedometer, for the version that occurs more often in the trace.
INCLUDE PERFETTO MODULE chrome.speedometer_2_1;
INCLUDE PERFETTO MODULE chrome.speedometer_3;

CREATE PERFETTO FUNCTION _chrome_speedometer_version() RETURNS STRING AS
SELECT CASE
  WHEN (SELECT count(*) FROM chrome_speedometer_3_measure) > (SELECT count(*) FROM chrome_speedometer_2_1_measure) THEN '3'
  ELSE '2.1'
END;

-- Measured parts of Speedometer: each step of each test in each iteration.
CREATE PERFETTO TABLE chrome_speedometer_measure(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, suite_name STRING, test_name STRING, measure_type STRING
)
AS
SELECT * FROM chrome_speedometer_2_1_measure WHERE _chrome_speedometer_version() = '2.1'
UNION ALL
SELECT * FROM chrome_speedometer_3_measure WHERE _chrome_speedometer_version() = '3';

-- Iterations of Speedometer, with the score of each.
CREATE PERFETTO TABLE chrome_speedometer_iteration(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, geomean DOUBLE, score DOUBLE
)
AS
SELECT * FROM chrome_speedometer_2_1_iteration WHERE _chrome_speedometer_version() = '2.1'
UNION ALL
SELECT * FROM chrome_speedometer_3_iteration WHERE _chrome_speedometer_version() = '3';

-- Score of Speedometer: the mean of its iterations.
CREATE PERFETTO FUNCTION chrome_speedometer_score() RETURNS DOUBLE AS
SELECT CASE WHEN _chrome_speedometer_version() = '3' THEN chrome_speedometer_3_score() ELSE chrome_speedometer_2_1_score() END;

-- Main thread of the renderer that ran Speedometer.
CREATE PERFETTO FUNCTION chrome_speedometer_renderer_main_utid() RETURNS LONG AS
SELECT CASE
  WHEN _chrome_speedometer_version() = '3' THEN chrome_speedometer_3_renderer_main_utid()
  ELSE chrome_speedometer_2_1_renderer_main_utid()
END;
