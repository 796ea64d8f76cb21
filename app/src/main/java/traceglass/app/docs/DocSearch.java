package traceglass.app.docs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Search over the sections of pages. Each word of the query must begin a word of the section, or of the titles above
/// it. Titles count more than text.
final class DocSearch {

    private static final int EXCERPT = 120;
    private static final int PAGE_TITLE = 100;
    private static final int SECTION_TITLE = 30;
    /// Maximum number of occurrences of a word that are counted.
    private static final int MAX_REPETITIONS = 5;

    /// A section with its words in lower case.
    private record Entry(DocPage page, DocSection section, String pageTitle, String title, String text) {}

    private record Scored(DocHit hit, int score) {}

    private final List<Entry> entries = new ArrayList<>();

    DocSearch(List<DocPage> pages) {
        for (DocPage page : pages) {
            for (DocSection section : page.sections()) {
                entries.add(
                        new Entry(page, section, lower(page.title()), lower(section.title()), lower(section.text())));
            }
        }
    }

    /// Returns the best hits, at most one for each section.
    List<DocHit> find(String query, int limit) {
        List<String> words = List.of(lower(query).strip().split("\\s+"));
        if (words.getFirst().isEmpty()) {
            return List.of();
        }
        List<Scored> matches = new ArrayList<>();
        for (Entry entry : entries) {
            int score = score(entry, words);
            if (score > 0) {
                matches.add(new Scored(new DocHit(entry.page, entry.section, excerpt(entry, words.getFirst())), score));
            }
        }
        matches.sort(Comparator.comparingInt(Scored::score).reversed());
        return matches.stream().limit(limit).map(Scored::hit).toList();
    }

    private static int score(Entry entry, List<String> words) {
        int total = 0;
        for (String word : words) {
            int inPage = count(entry.pageTitle, word);
            int inTitle = count(entry.title, word);
            int inText = count(entry.text, word);
            if (inPage + inTitle + inText == 0) {
                return 0;
            }
            // Only the first section of a page gets points for the page's title; otherwise all sections of a
            // page would have the same rank.
            boolean isTop = entry.section == entry.page.sections().getFirst();
            total += (inPage > 0 && isTop ? PAGE_TITLE : 0)
                    + (inTitle > 0 ? SECTION_TITLE : 0)
                    + Math.min(inText, MAX_REPETITIONS);
            if (inTitle + inText == 0 && !isTop) {
                return 0;
            }
            if (entry.title.equals(word) || isTop && entry.pageTitle.equals(word)) {
                total += PAGE_TITLE;
            }
        }
        return total;
    }

    /// Counts the words that start with a prefix.
    private static int count(String text, String word) {
        int count = 0;
        for (int at = text.indexOf(word); at >= 0 && count < MAX_REPETITIONS; at = text.indexOf(word, at + 1)) {
            if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
                count++;
            }
        }
        return count;
    }

    private static String excerpt(Entry entry, String word) {
        String text = entry.section.text();
        int at = Math.max(0, entry.text.indexOf(word));
        // The lower-case form of rare letters may have a different length.
        int start = Math.min(Math.max(0, at - EXCERPT / 3), text.length());
        while (start > 0 && start < text.length() && text.charAt(start - 1) != ' ') {
            start--;
        }
        int end = Math.min(text.length(), start + EXCERPT);
        return (start > 0 ? "… " : "") + text.substring(start, end).strip() + (end < text.length() ? " …" : "");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
