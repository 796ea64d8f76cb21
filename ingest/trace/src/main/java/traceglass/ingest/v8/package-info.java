/// Code compiled by the V8 JavaScript engine (data source `dev.v8.code`, chrome/v8.proto of the format).
///
/// Input: packets of code, scripts and isolates. Output: the `__intrinsic_v8_*` tables, and names for samples taken in
/// this code.
package traceglass.ingest.v8;
