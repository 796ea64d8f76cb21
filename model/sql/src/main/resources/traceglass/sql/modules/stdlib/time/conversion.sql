-- Units of time. Trace time is in nanoseconds.

-- Trace time from nanoseconds.
CREATE PERFETTO FUNCTION time_from_ns(nanos LONG) RETURNS TIMESTAMP AS
SELECT $nanos * 1;

-- Trace time in whole nanoseconds.
CREATE PERFETTO FUNCTION time_to_ns(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 1;

-- Trace time from microseconds.
CREATE PERFETTO FUNCTION time_from_us(micros LONG) RETURNS LONG AS
SELECT $micros * 1000;

-- Trace time in whole microseconds.
CREATE PERFETTO FUNCTION time_to_us(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 1000;

-- Trace time from milliseconds.
CREATE PERFETTO FUNCTION time_from_ms(millis LONG) RETURNS TIMESTAMP AS
SELECT $millis * 1000000;

-- Trace time in whole milliseconds.
CREATE PERFETTO FUNCTION time_to_ms(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 1000000;

-- Trace time from seconds.
CREATE PERFETTO FUNCTION time_from_s(seconds LONG) RETURNS TIMESTAMP AS
SELECT $seconds * 1000000000;

-- Trace time in whole seconds.
CREATE PERFETTO FUNCTION time_to_s(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 1000000000;

-- Trace time from minutes.
CREATE PERFETTO FUNCTION time_from_min(minutes LONG) RETURNS TIMESTAMP AS
SELECT $minutes * 60000000000;

-- Trace time in whole minutes.
CREATE PERFETTO FUNCTION time_to_min(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 60000000000;

-- Trace time from hours.
CREATE PERFETTO FUNCTION time_from_hours(hours LONG) RETURNS TIMESTAMP AS
SELECT $hours * 3600000000000;

-- Trace time in whole hours.
CREATE PERFETTO FUNCTION time_to_hours(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 3600000000000;

-- Trace time from days.
CREATE PERFETTO FUNCTION time_from_days(days LONG) RETURNS LONG AS
SELECT $days * 86400000000000;

-- Trace time in whole days.
CREATE PERFETTO FUNCTION time_to_days(nanos TIMESTAMP) RETURNS LONG AS
SELECT $nanos / 86400000000000;

