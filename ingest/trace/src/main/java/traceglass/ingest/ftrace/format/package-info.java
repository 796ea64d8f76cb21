/// Descriptions of kernel events as tracefs prints them (`events/*/*/format`), and the conversion of binary records
/// that follow such a description to the fields of the schema. Used by formats that keep the kernel's own records.
package traceglass.ingest.ftrace.format;
