/// Reads JSON values from bytes, decodes and interns their strings, and writes them as arguments.
package traceglass.ingest.json.text;
