/// Arguments from messages whose types are known at run time only: debug annotations, extensions, typed fields.
package traceglass.ingest.perfetto.args;
