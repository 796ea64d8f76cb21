package traceglass.app.cli.info;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import traceglass.analysis.doctor.RowCounts;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// A description of a trace, for users and programs.
///
/// @param isFile whether the trace is a file or folder, rather than a stream
/// @param bytes size of the file, or of the data read from a stream
record TraceInfo(Path trace, boolean isFile, long bytes, TimeSpan bounds, TraceSummary summary, RowCounts counts) {

    static TraceInfo read(Path trace, TraceStore store, UnaryOperator<String> formatName)
            throws IOException, QueryException {
        TraceSummary summary = TraceQueries.query(store, q -> TraceSummary.read(q, formatName));
        boolean isFile = Files.isRegularFile(trace) || Files.isDirectory(trace);
        // The size of a streamed trace was counted while reading.
        long bytes = isFile
                ? TraceOpener.sizeOf(trace)
                : Long.parseLong(summary.metadata().getOrDefault("trace_size_bytes", "0"));
        return new TraceInfo(trace, isFile, bytes, store.bounds(), summary, TraceQueries.query(store, RowCounts::read));
    }

    private String name() {
        Path name = trace.getFileName();
        return trace.toString().equals("-") ? InfoTexts.STANDARD_INPUT : String.valueOf(name == null ? trace : name);
    }

    /// Returns the lines for users. Values come from the trace or its name, and are reduced to one line each.
    List<String> lines() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put(InfoTexts.FILE, name());
        rows.put(InfoTexts.SIZE, isFile ? DisplayText.size(bytes) : InfoTexts.uncompressed(bytes));
        rows.put(InfoTexts.FORMAT, summary.format().isEmpty() ? InfoTexts.UNKNOWN_FORMAT : summary.format());
        rows.put(InfoTexts.DURATION, TimeText.duration(bounds.durNs()));
        rows.put(InfoTexts.START, InfoTexts.timestamp(bounds.start()));
        rows.put(InfoTexts.END, InfoTexts.timestamp(bounds.end()));
        summary.labeledSystem().forEach(rows::put);
        counts.kinds().forEach((kind, n) -> {
            if (kind.isAlwaysShown() || n > 0) {
                rows.putIfAbsent(kind.label(), DisplayText.grouped(n));
            }
        });
        rows.put(
                InfoTexts.PROBLEMS, InfoTexts.kindsOfProblems(summary.problems().size()));
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        rows.forEach((label, value) ->
                lines.add(label + " ".repeat(width - label.length() + 2) + CommandOutput.oneLine(value)));
        for (TraceSummary.Problem p : summary.problems()) {
            lines.add(CommandOutput.oneLine(p.severity() + "  " + p.name() + "  " + DisplayText.grouped(p.value()))
                    .indent(2)
                    .stripTrailing());
            lines.add("    " + CommandOutput.oneLine(p.title()) + ". " + CommandOutput.oneLine(p.consequence()));
            lines.add("    " + InfoTexts.advice(p.advice()));
        }
        return lines;
    }

    /// Writes the object for programs.
    void writeJson(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("file", name());
        if (isFile) {
            out.writeStringField("path", trace.toAbsolutePath().normalize().toString());
        }
        out.writeNumberField("size_bytes", bytes);
        out.writeStringField("format", summary.format());
        out.writeNumberField("start_ns", bounds.start());
        out.writeNumberField("end_ns", bounds.end());
        out.writeNumberField("duration_ns", bounds.durNs());
        writeTexts(out, "system", summary.system());
        out.writeObjectFieldStart("counts");
        for (Map.Entry<RowCounts.Kind, Long> kind : counts.kinds().entrySet()) {
            out.writeNumberField(kind.getKey().id(), kind.getValue());
        }
        out.writeEndObject();
        out.writeObjectFieldStart("tables");
        for (Map.Entry<String, Long> table : counts.tables().entrySet()) {
            out.writeNumberField(table.getKey(), table.getValue());
        }
        out.writeEndObject();
        out.writeFieldName("data_lost");
        switch (summary.losses()) {
            case SOME -> out.writeBoolean(true);
            case NONE -> out.writeBoolean(false);
            case UNKNOWN -> out.writeNull();
        }
        out.writeArrayFieldStart("problems");
        for (TraceSummary.Problem p : summary.problems()) {
            out.writeStartObject();
            out.writeStringField("name", p.name());
            out.writeStringField("severity", p.severity());
            out.writeStringField("source", p.source());
            out.writeNumberField("count", p.value());
            out.writeStringField("title", p.title());
            out.writeStringField("meaning", p.consequence());
            out.writeStringField("advice", p.advice());
            out.writeEndObject();
        }
        out.writeEndArray();
        writeTexts(out, "metadata", summary.metadata());
        out.writeEndObject();
    }

    private static void writeTexts(JsonGenerator out, String name, Map<String, String> texts) throws IOException {
        out.writeObjectFieldStart(name);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            out.writeStringField(text.getKey(), text.getValue());
        }
        out.writeEndObject();
    }
}
