package traceglass.sql.testing;

/// A line of the conformance cases.
public final class ConformanceLine {

    private ConformanceLine() {}

    /// Returns a string field of a line of JSON.
    public static String field(String json, String name) {
        int position = json.indexOf("\"" + name + "\":") + name.length() + 3;
        position = json.indexOf('"', position) + 1;
        StringBuilder out = new StringBuilder();
        for (int i = position; json.charAt(i) != '"'; i++) {
            char c = json.charAt(i);
            if (c == '\\') {
                c = json.charAt(++i);
                switch (c) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'u' -> {
                        out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                        i += 4;
                    }
                    default -> out.append(c);
                }
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
