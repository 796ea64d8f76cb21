package traceglass.app.shell;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.sql.export.ResultFileSink;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.BoundSql;
import traceglass.sql.session.SqlSession;

/// Writes query results to files; the extension determines the format.
final class ResultFiles {

    private ResultFiles() {}

    /// Runs a query and writes its rows.
    ///
    /// @return number of rows
    /// @throws Failure if the extension is unknown or the file can't be written
    static long write(SqlSession session, BoundSql sql, Path file) throws Failure, SqlProblem {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String extension = name.substring(name.lastIndexOf('.') + 1);
        if (!List.of("csv", "tsv", "json", "jsonl", "parquet", "arrow").contains(extension)) {
            throw new Failure(ShellTexts.unknownFileFormat(file));
        }
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        try {
            long rows;
            try {
                rows = extension.equals("parquet") || extension.equals("arrow")
                        ? writeTable(session, sql, partial, extension)
                        : writeText(session, sql, partial, extension);
            } catch (SqlProblem e) {
                Files.deleteIfExists(partial);
                throw sql.toCallersText(e);
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            return rows;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantWrite(file, CommandOutput.reason(e)), e);
        }
    }

    private static long writeTable(SqlSession session, BoundSql sql, Path partial, String extension)
            throws Failure, SqlProblem {
        ResultFileSink sink =
                new ResultFileSink(partial, ResultFileSink.Format.valueOf(extension.toUpperCase(Locale.ROOT)));
        session.run(sql, sink);
        if (sink.rows() < 0) {
            throw new Failure(ShellTexts.NO_RESULT);
        }
        return sink.rows();
    }

    private static long writeText(SqlSession session, BoundSql sql, Path partial, String extension)
            throws IOException, SqlProblem {
        long[] rows = {0};
        try (BufferedWriter out = Files.newBufferedWriter(partial)) {
            session.run(sql, new Sink(out, extension, rows));
        }
        return rows[0];
    }

    /// Writes results one after another.
    private static final class Sink implements ResultSink {
        private final BufferedWriter out;
        private final String extension;
        private final long[] rows;

        Sink(BufferedWriter out, String extension, long[] rows) {
            this.out = out;
            this.extension = extension;
            this.rows = rows;
        }

        @Override
        public boolean isStreaming() {
            return true;
        }

        @Override
        public void result(ResultCursor cursor) throws QueryException, IOException {
            rows[0] = 0;
            write(cursor, out, extension, rows);
        }
    }

    private static void write(ResultCursor cursor, BufferedWriter out, String extension, long[] rows)
            throws QueryException, IOException {
        int n = cursor.columns().size();
        boolean isCsv = extension.equals("csv");
        if (isCsv || extension.equals("tsv")) {
            for (int i = 0; i < n; i++) {
                String name = cursor.columns().get(i).name();
                out.write((i == 0 ? "" : isCsv ? "," : "\t") + (isCsv ? TextValues.csv(name) : TextValues.tsv(name)));
            }
            out.write(isCsv ? "\r\n" : "\n");
        } else if (extension.equals("json")) {
            out.write("[");
        }
        while (cursor.next()) {
            if (isCsv || extension.equals("tsv")) {
                for (int i = 0; i < n; i++) {
                    String text = TextValues.text(cursor, i);
                    out.write(i == 0 ? "" : isCsv ? "," : "\t");
                    // Readers skip empty lines, so a line with a single empty field is quoted.
                    String empty = isCsv && n == 1 ? "\"\"" : "";
                    out.write(text == null ? empty : isCsv ? TextValues.csv(text) : TextValues.tsv(text));
                }
                out.write(isCsv ? "\r\n" : "\n");
            } else {
                out.write(extension.equals("json") ? rows[0] == 0 ? "\n" : ",\n" : "");
                out.write(TextValues.json(cursor));
                out.write(extension.equals("json") ? "" : "\n");
            }
            rows[0]++;
        }
        if (extension.equals("json")) {
            out.write("\n]\n");
        }
    }
}
