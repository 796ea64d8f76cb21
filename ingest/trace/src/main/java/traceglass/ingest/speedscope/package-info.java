/// Import of speedscope files: JSON with events or samples of frames, see speedscope.app/file-format-schema.json.
package traceglass.ingest.speedscope;
