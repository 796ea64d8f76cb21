package traceglass.ingest.database;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the names of tables in the first bytes of an SQLite database, from the SQL of their definitions.
final class SqliteHead {

    private static final Pattern TABLE =
            Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?[\"'`\\[]?(\\w+)", Pattern.CASE_INSENSITIVE);

    private SqliteHead() {}

    static Set<String> tables(byte[] head) {
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Matcher matcher = TABLE.matcher(new String(head, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
