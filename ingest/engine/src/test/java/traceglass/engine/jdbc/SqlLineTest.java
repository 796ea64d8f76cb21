package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sqlline.SqlLine;

/// Tests sqlline, a generic database tool.
class SqlLineTest {

    @TempDir
    private Path folder;

    @Test
    void listsAndQueriesATable() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("t.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"line slice\", \"ts\": 1, \"dur\": 5}]");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SqlLine line = new SqlLine();
        line.setOutputStream(new PrintStream(out, true, StandardCharsets.UTF_8));
        line.setErrorStream(new PrintStream(out, true, StandardCharsets.UTF_8));
        Path script = Files.writeString(
                folder.resolve("script.sql"), "!tables\nSELECT name, dur FROM slice;\n!primarykeys thread\n");
        String[] arguments = {
            "-u",
            "jdbc:traceglass:" + trace,
            "-n",
            "anyone",
            "-p",
            "none",
            "--color=false",
            "--outputformat=csv",
            "--isolation=TRANSACTION_NONE",
            "--historyFile=" + folder.resolve("history"),
            "--run=" + script
        };
        SqlLine.Status status = line.begin(arguments, new ByteArrayInputStream(new byte[0]), false);
        String text = out.toString(StandardCharsets.UTF_8);
        assertEquals(SqlLine.Status.OK, status, text);
        assertTrue(text.contains("'main','thread_track','TABLE','Tracks of slices that belong to a thread.'"), text);
        assertTrue(text.contains("'line slice','5000'"), text);
        assertTrue(text.contains("'thread','utid'"), text);
    }
}
