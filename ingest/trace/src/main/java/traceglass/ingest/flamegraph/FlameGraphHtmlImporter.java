package traceglass.ingest.flamegraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports flame graphs that async-profiler writes as HTML: a page whose script draws one bar with each call, callers
/// before callees. Since version 3, names are in a table, each with the length of the prefix it shares with the
/// previous one:
///
/// ```
/// n(3,584)                 a bar right of the previous one: name and color, width
/// u(1323)                  a bar above it, of the same width
/// f(84,7,2,68)             a bar of another level: level, distance from the previous start, width
/// f(0,0,584,3,'main')      before version 3: level, start, width, color, name
/// ```
public final class FlameGraphHtmlImporter implements Importer {

    private static final Pattern OLD_BAR =
            Pattern.compile("f\\((\\d{1,6}),(\\d{1,18}),(\\d{1,18}),\\d{1,3},'((?:[^'\\\\]++|\\\\.)*+)'.*\\).*");
    private static final Pattern BAR = Pattern.compile("([fun])\\((\\d{1,10}(?:,-?\\d{0,18}){0,6})\\).*");
    private static final Pattern TITLE = Pattern.compile("<h1>([^<]*)</h1>.*");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
    private static final int MAX_LEVEL = 100_000;

    @Override
    public String id() {
        return "flame_graph_html";
    }

    @Override
    public String displayName() {
        return "Flame graph of async-profiler";
    }

    @Override
    public int priority() {
        return 182;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = TextHead.exceptJson(head);
        return text.stripLeading().toLowerCase(Locale.ROOT).startsWith("<!doctype html>")
                && text.contains("/async-profiler'")
                && text.contains("id='canvas'");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Page page = new Page();
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                page.parseLine(line);
            }
        }
        if (!page.hasEnded) {
            context.logs().recordAt(StatNames.FLAME_GRAPH_TRUNCATED, input.position(), null);
        }
        if (page.bars.isEmpty()) {
            throw new TraceProblem(input.name() + " contains no flame graph");
        }
        page.bars.write(context, page.title, "samples", "count", 1);
    }

    /// State of one page.
    private static final class Page {
        private final FlameGraphBars bars = new FlameGraphBars();
        private final List<String> names = new ArrayList<>();
        private String title = "Flame graph";
        private boolean isReadingNames;
        private boolean hasEnded;
        private int level;
        private long start;
        private long width;

        void parseLine(String line) {
            if (isReadingNames) {
                isReadingNames = !line.startsWith("]");
                if (isReadingNames) {
                    parseName(line);
                }
            } else if (line.startsWith("const cpool")) {
                isReadingNames = true;
            } else if (line.startsWith("f(") || line.startsWith("u(") || line.startsWith("n(")) {
                parseBar(line);
            } else if (line.startsWith("</script>") || line.startsWith("search(")) {
                hasEnded = true;
            } else if (line.startsWith("<h1>")) {
                Matcher m = TITLE.matcher(line);
                if (m.matches() && !m.group(1).isBlank()) {
                    title = m.group(1).strip();
                }
            }
        }

        private void parseName(String line) {
            int end = line.lastIndexOf('\'');
            if (!line.startsWith("'") || end < 1) {
                return;
            }
            String text = unescape(line.substring(1, end));
            if (!names.isEmpty() && !text.isEmpty()) {
                String last = names.getLast();
                int shared = Math.clamp(text.charAt(0) - ' ', 0, last.length());
                text = last.substring(0, shared) + text.substring(1);
            }
            names.add(text);
        }

        private static String unescape(String text) {
            return text.indexOf('\\') < 0 ? text : ESCAPE.matcher(text).replaceAll("$1");
        }

        private void parseBar(String line) {
            Matcher m = OLD_BAR.matcher(line);
            if (m.matches()) {
                long value = Long.parseLong(m.group(3));
                add(Integer.parseInt(m.group(1)), Long.parseLong(m.group(2)), value, unescape(m.group(4)));
                return;
            }
            m = BAR.matcher(line);
            if (!m.matches()) {
                return;
            }
            String[] numbers = m.group(2).split(",", -1);
            long key = number(numbers, 0);
            switch (m.group(1)) {
                case "f" -> move(number(numbers, 1), number(numbers, 2), number(numbers, 3));
                case "u" -> move(level + 1L, 0, number(numbers, 1));
                default -> move(level, width, number(numbers, 1));
            }
            long name = key >>> 3;
            add(level, start, width, name < names.size() ? names.get((int) name) : "[unknown]");
        }

        private void move(long newLevel, long distance, long newWidth) {
            level = (int) Math.clamp(newLevel, 0, MAX_LEVEL);
            start += distance;
            width = newWidth == 0 ? width : newWidth;
        }

        private void add(int barLevel, long start, long value, String name) {
            bars.add(Math.min(barLevel, MAX_LEVEL), start, value, value, name);
        }

        private static long number(String[] numbers, int index) {
            if (index >= numbers.length || numbers[index].isEmpty() || numbers[index].equals("-")) {
                return 0;
            }
            return Long.parseLong(numbers[index]);
        }
    }
}
