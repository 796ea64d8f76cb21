/// Importer for spans in Jaeger's JSON.
package traceglass.ingest.spans.jaeger;
