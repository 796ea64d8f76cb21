package traceglass.ingest.textstacks;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Reads bpftrace maps whose keys contain stacks, as text or as lines of JSON (`-f json`). Other keys, such as the
/// program, become the outermost frames. Each map becomes a profile.
///
/// ```
/// @[
///     tcp_recvmsg+808
///     sys_read+85
/// , bash, 42]: 3
/// ```
final class BpftraceMaps implements StackGrammar {

    private static final Pattern START = Pattern.compile("(@\\w*)\\[(.*)");
    private static final Pattern END = Pattern.compile("(.*)\\]: ?(.*)");
    private static final Pattern FRAME =
            Pattern.compile("(?:([0-9a-fA-F]{8,16}) )?(\\S.*?)(?:\\+(?:0x)?[0-9a-fA-F]+)?(?: \\(([^()]+)\\))?");
    private static final Pattern TOTAL = Pattern.compile("(?:.*\\btotal )?(-?\\d{1,18})\\b.*");

    private final StackProfileWriter writer;
    private final ArrayList<Integer> frames = new ArrayList<>();
    private final ArrayList<Integer> keys = new ArrayList<>();
    private String map;

    BpftraceMaps(StackProfileWriter writer) {
        this.writer = writer;
    }

    @Override
    public boolean read(String line) {
        if (line.startsWith("{")) {
            return readJson(line);
        }
        if (map == null) {
            Matcher start = START.matcher(line);
            if (!start.matches() || END.matcher(line).matches()) {
                return true;
            }
            map = start.group(1);
            readKeys(start.group(2));
            return true;
        }
        Matcher end = END.matcher(line);
        if (end.matches()) {
            readKeyLine(end.group(1));
            boolean isNumber = add(end.group(2));
            map = null;
            return isNumber;
        }
        if (START.matcher(line).matches()) {
            clear();
            map = null;
            read(line);
            return false;
        }
        readKeyLine(line);
        return true;
    }

    /// Reads a line of a multi-line key: a frame, or other keys after a comma.
    private void readKeyLine(String line) {
        String text = line.strip();
        if (text.startsWith(",") || text.endsWith(",") && text.length() > 1) {
            readKeys(text);
        } else if (!text.isEmpty()) {
            StackProfileWriter.push(frames, frame(text));
        }
    }

    /// Reads keys that are not stacks, separated by commas.
    private void readKeys(String text) {
        for (String key : text.split(",")) {
            if (!key.isBlank()) {
                StackProfileWriter.push(keys, writer.frames().frame(null, key.strip()));
            }
        }
    }

    private int frame(String text) {
        Matcher m = FRAME.matcher(text);
        NamedFrames named = writer.frames();
        return m.matches() ? named.frame(m.group(3), m.group(2)) : named.frame(null, text);
    }

    /// Adds the stack of the key with its value; for a histogram or another non-number, adds nothing.
    private boolean add(String value) {
        Matcher number = TOTAL.matcher(value.strip());
        boolean isNumber = number.matches();
        if (isNumber && !frames.isEmpty()) {
            String type = map.length() > 1 ? map.substring(1) : "samples";
            frames.addAll(keys.reversed());
            writer.add(writer.profile(type, "count"), writer.callsite(frames), Long.parseLong(number.group(1)));
        }
        // An empty value is followed by the lines of a histogram.
        boolean isExpected = isNumber || frames.isEmpty() || value.isBlank();
        clear();
        return isExpected;
    }

    private void clear() {
        frames.clear();
        keys.clear();
    }

    private boolean readJson(String line) {
        try (JsonParser in = JsonStream.open(line)) {
            in.nextToken();
            Object event = JsonTree.read(in);
            if (!JsonTree.text(event, "type").equals("map")
                    || !(JsonTree.get(event, "data") instanceof Map<?, ?> maps)) {
                return true;
            }
            for (Map.Entry<?, ?> entry : maps.entrySet()) {
                if (entry.getValue() instanceof Map<?, ?> values) {
                    readJsonMap(String.valueOf(entry.getKey()), values);
                }
            }
            return true;
        } catch (JacksonException e) {
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private void readJsonMap(String name, Map<?, ?> values) {
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            map = name;
            String key = String.valueOf(entry.getKey());
            int first = key.indexOf('\n');
            if (first >= 0) {
                readKeys(key.substring(0, first));
                key.substring(first + 1).lines().forEach(this::readKeyLine);
            }
            Object value = entry.getValue();
            Object total = JsonTree.get(value, "total");
            add(String.valueOf(total == null ? value : total));
            map = null;
        }
    }

    @Override
    public boolean finish() {
        return map == null;
    }
}
