-- Power curves for wattson.*, computed from public figures. Each is created in a session when a statement first uses it.
--
-- Where Linux publishes the operating points of a chip, the power of an active core is that of the kernel's energy model:
-- coefficient (uW / MHz / V^2) * frequency (MHz) * voltage^2. It includes neither leakage nor caches and interconnect, and an idle core
-- needs none. Chips without such figures have no curve, and their estimates have no rows.

-- Tensor (gs101): coefficients and operating points of arch/arm64/boot/dts/exynos/google/gs101.dtsi in Linux.
CREATE PERFETTO FUNCTION __intrinsic_wattson_curves_cpu_1d() RETURNS TABLE(
  device STRING, policy LONG, freq_khz LONG, static DOUBLE, active DOUBLE, idle0 DOUBLE, idle1 DOUBLE) AS
SELECT
  p.device, p.policy, p.mhz * 1000 AS freq_khz, 0.0 AS static,
  round(p.coefficient * p.mhz * (p.millivolts / 1000.0) * (p.millivolts / 1000.0) / 1000, 3) AS active,
  0.0 AS idle0, 0.0 AS idle1
FROM (VALUES
  ('Tensor', 0, 70, 300, 537.5), ('Tensor', 0, 70, 574, 600.0), ('Tensor', 0, 70, 738, 618.75), ('Tensor', 0, 70, 930, 668.75),
  ('Tensor', 0, 70, 1098, 712.5), ('Tensor', 0, 70, 1197, 731.25), ('Tensor', 0, 70, 1328, 762.5), ('Tensor', 0, 70, 1401, 781.25),
  ('Tensor', 0, 70, 1598, 831.25), ('Tensor', 0, 70, 1704, 862.5), ('Tensor', 0, 70, 1803, 906.25), ('Tensor', 4, 284, 400, 506.25),
  ('Tensor', 4, 284, 553, 537.5), ('Tensor', 4, 284, 696, 562.5), ('Tensor', 4, 284, 799, 581.25), ('Tensor', 4, 284, 910, 606.25),
  ('Tensor', 4, 284, 1024, 625.0), ('Tensor', 4, 284, 1197, 662.5), ('Tensor', 4, 284, 1328, 687.5), ('Tensor', 4, 284, 1491, 731.25),
  ('Tensor', 4, 284, 1663, 775.0), ('Tensor', 4, 284, 1836, 818.75), ('Tensor', 4, 284, 1999, 868.75), ('Tensor', 4, 284, 2130, 918.75),
  ('Tensor', 4, 284, 2253, 968.75), ('Tensor', 6, 650, 500, 500.0), ('Tensor', 6, 650, 851, 556.25), ('Tensor', 6, 650, 984, 575.0),
  ('Tensor', 6, 650, 1106, 606.25), ('Tensor', 6, 650, 1277, 631.25), ('Tensor', 6, 650, 1426, 662.5), ('Tensor', 6, 650, 1582, 693.75),
  ('Tensor', 6, 650, 1745, 731.25), ('Tensor', 6, 650, 1826, 750.0), ('Tensor', 6, 650, 2048, 793.75), ('Tensor', 6, 650, 2188, 831.25),
  ('Tensor', 6, 650, 2252, 850.0), ('Tensor', 6, 650, 2401, 887.5), ('Tensor', 6, 650, 2507, 925.0), ('Tensor', 6, 650, 2630, 968.75),
  ('Tensor', 6, 650, 2704, 1000.0), ('Tensor', 6, 650, 2802, 1056.25)
) AS p(device, policy, coefficient, mhz, millivolts);

-- Cores whose power depends on a second clock: no public figures.
CREATE PERFETTO FUNCTION __intrinsic_wattson_curves_cpu_2d() RETURNS TABLE(
  device STRING, policy LONG, freq_khz LONG, dep_policy LONG, dep_freq LONG, static DOUBLE, active DOUBLE,
  idle0 DOUBLE, idle1 DOUBLE, interconnect DOUBLE) AS
SELECT
  CAST(NULL AS VARCHAR) AS device, CAST(NULL AS BIGINT) AS policy, CAST(NULL AS BIGINT) AS freq_khz, CAST(NULL AS BIGINT) AS dep_policy,
  CAST(NULL AS BIGINT) AS dep_freq, CAST(NULL AS DOUBLE) AS static, CAST(NULL AS DOUBLE) AS active, CAST(NULL AS DOUBLE) AS idle0,
  CAST(NULL AS DOUBLE) AS idle1, CAST(NULL AS DOUBLE) AS interconnect
WHERE FALSE;

-- GPUs: no public figures.
CREATE PERFETTO FUNCTION __intrinsic_wattson_curves_gpu() RETURNS TABLE(
  device STRING, freq_khz LONG, active DOUBLE, idle1 DOUBLE, idle2 DOUBLE) AS
SELECT
  CAST(NULL AS VARCHAR) AS device, CAST(NULL AS BIGINT) AS freq_khz, CAST(NULL AS DOUBLE) AS active, CAST(NULL AS DOUBLE) AS idle1,
  CAST(NULL AS DOUBLE) AS idle2
WHERE FALSE;

-- Shared caches: no public figures.
CREATE PERFETTO FUNCTION __intrinsic_wattson_curves_l3() RETURNS TABLE(
  device STRING, freq_khz LONG, dep_policy LONG, dep_freq LONG, l3_hit DOUBLE, l3_miss DOUBLE) AS
SELECT
  CAST(NULL AS VARCHAR) AS device, CAST(NULL AS BIGINT) AS freq_khz, CAST(NULL AS BIGINT) AS dep_policy,
  CAST(NULL AS BIGINT) AS dep_freq, CAST(NULL AS DOUBLE) AS l3_hit, CAST(NULL AS DOUBLE) AS l3_miss
WHERE FALSE;

-- Accelerators of neural networks: no public figures.
CREATE PERFETTO FUNCTION __intrinsic_wattson_curves_tpu() RETURNS TABLE(
  device STRING, cluster LONG, requests LONG, freq LONG, active DOUBLE) AS
SELECT
  CAST(NULL AS VARCHAR) AS device, CAST(NULL AS BIGINT) AS cluster, CAST(NULL AS BIGINT) AS requests, CAST(NULL AS BIGINT) AS freq,
  CAST(NULL AS DOUBLE) AS active
WHERE FALSE;
