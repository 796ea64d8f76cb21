package traceglass.store.language;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A gettext catalog: translations of English texts into one language. Entries that are empty or marked as fuzzy are
/// ignored, but not the header, which new catalogs mark as fuzzy. Source: "The Format of PO Files" in the manual of GNU
/// gettext.
final class MessageCatalog {

    private final Map<String, List<String>> entries;
    private final char decimalMark;
    private final PluralRule rule;

    private MessageCatalog(Map<String, List<String>> entries, char decimalMark, PluralRule rule) {
        this.entries = entries;
        this.decimalMark = decimalMark;
        this.rule = rule;
    }

    /// @throws IllegalArgumentException if the text isn't a catalog
    static MessageCatalog parse(String text) {
        Map<String, List<String>> entries = new HashMap<>();
        Entry entry = new Entry();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            try {
                String content = line.strip();
                if (entry.isComplete() && !content.startsWith("msgstr") && !content.startsWith("\"")) {
                    entry.addTo(entries);
                    entry = new Entry();
                }
                entry.add(content);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
            }
        }
        entry.addTo(entries);
        Map<String, String> header = header(entries.remove(""));
        // Not taken from the locale, because the bundled Java runtime has no locale data.
        String mark = header.getOrDefault("x-decimal-mark", "");
        return new MessageCatalog(
                entries,
                mark.isEmpty() ? '.' : mark.charAt(0),
                PluralRule.parse(header.getOrDefault("plural-forms", "")));
    }

    private static Map<String, String> header(@Nullable List<String> texts) {
        Map<String, String> header = new HashMap<>();
        if (texts != null) {
            texts.getFirst().lines().forEach(line -> {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    header.put(
                            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                            line.substring(colon + 1).strip());
                }
            });
        }
        return header;
    }

    String text(String english) {
        List<String> texts = entries.get(english);
        return texts == null ? english : texts.getFirst();
    }

    String noun(long n, String singular, String plural) {
        List<String> texts = entries.get(singular);
        if (texts == null) {
            return n == 1 ? singular : plural;
        }
        int form = rule.form(n);
        return texts.get(form < texts.size() ? form : texts.size() - 1);
    }

    char decimalMark() {
        return decimalMark;
    }

    /// The lines of one entry.
    private static final class Entry {

        private final StringBuilder id = new StringBuilder();
        private final Map<Integer, StringBuilder> texts = new TreeMap<>();
        private boolean isFuzzy;
        /// Receives strings that continue on the next line.
        private StringBuilder current = new StringBuilder();

        boolean isComplete() {
            return !texts.isEmpty();
        }

        void add(String line) {
            if (line.isEmpty()) {
                return;
            }
            if (line.startsWith("#")) {
                isFuzzy |= line.startsWith("#,") && line.contains("fuzzy");
                return;
            }
            int quote = line.indexOf('"');
            if (quote < 0) {
                throw new IllegalArgumentException("expected a string in quotes: " + line);
            }
            String keyword = line.substring(0, quote).strip();
            if (keyword.equals("msgid")) {
                current = id;
            } else if (keyword.equals("msgid_plural") || keyword.equals("msgctxt")) {
                current = new StringBuilder();
            } else if (keyword.equals("msgstr")) {
                current = texts.computeIfAbsent(0, _ -> new StringBuilder());
            } else if (keyword.matches("msgstr\\[\\d]")) {
                current = texts.computeIfAbsent(keyword.charAt(7) - '0', _ -> new StringBuilder());
            } else if (!keyword.isEmpty()) {
                throw new IllegalArgumentException("unknown keyword: " + keyword);
            }
            unescape(line.substring(quote), current);
        }

        void addTo(Map<String, List<String>> entries) {
            boolean isTranslated = texts.values().stream().noneMatch(StringBuilder::isEmpty);
            if (isComplete() && isTranslated && (!isFuzzy || id.isEmpty())) {
                entries.put(
                        id.toString(),
                        texts.values().stream().map(StringBuilder::toString).toList());
            }
        }

        private static void unescape(String quoted, StringBuilder out) {
            if (quoted.length() < 2 || !quoted.endsWith("\"")) {
                throw new IllegalArgumentException("the closing quote is missing: " + quoted);
            }
            for (int i = 1; i < quoted.length() - 1; i++) {
                char c = quoted.charAt(i);
                if (c == '\\') {
                    i++;
                    char escaped = quoted.charAt(i);
                    c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
                }
                out.append(c);
            }
        }
    }
}
