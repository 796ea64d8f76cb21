/// What the V8 JavaScript engine tells of the code it compiles (data source `dev.v8.code`, chrome/v8.proto of the
/// format).
///
/// In: packets of code, scripts and isolates. Out: the `__intrinsic_v8_*` tables, and names for samples that were taken
/// in such code.
package traceglass.ingest.v8;
