package traceglass.app.panel.events;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventRow;
import traceglass.analysis.query.QueryPool;

/// Cache of the most recently used pages of [#PAGE_SIZE] rows of a list. Missing rows are loaded off the JavaFX thread,
/// and a callback reports their arrival. Used on the JavaFX thread.
final class EventPages {

    static final int PAGE_SIZE = 128;
    private static final int MAX_PAGES = 48;
    /// Maximum number of pages loaded at the same time; during fast scrolling, older requests are dropped.
    private static final int MAX_QUERIES = 3;

    private final EventListing listing;
    private final Runnable whenLoaded;
    private final Map<Integer, Map<Long, EventRow>> pages = new LinkedHashMap<>(64, .75f, true);
    private final Set<Integer> requested = new HashSet<>();
    private final Integer[] queryKeys = new Integer[MAX_QUERIES];
    private QueryPool queries;
    private EventIndex index = EventIndex.EMPTY;
    private int nextQueryKey;
    private long version;

    /// Creates a cache.
    ///
    /// @param whenLoaded called when rows have been loaded
    EventPages(EventListing listing, Runnable whenLoaded) {
        this.listing = listing;
        this.whenLoaded = whenLoaded;
    }

    /// Switches to another index and discards all pages.
    void show(QueryPool newQueries, EventIndex newIndex) {
        queries = newQueries;
        index = newIndex;
        clear();
    }

    /// Discards all pages, so that rows are loaded again when needed.
    void clear() {
        version++;
        pages.clear();
        requested.clear();
        Arrays.fill(queryKeys, null);
    }

    /// The row at a position, or null while it is being loaded.
    EventRow row(int number) {
        if (number < 0 || number >= index.size()) {
            return null;
        }
        int page = number / PAGE_SIZE;
        Map<Long, EventRow> loadedRows = pages.get(page);
        if (loadedRows == null) {
            requestPage(page);
            return null;
        }
        return loadedRows.get(index.keys()[number]);
    }

    private void requestPage(int page) {
        if (queries == null || !requested.add(page)) {
            return;
        }
        int queryIndex = nextQueryKey++ % MAX_QUERIES;
        if (queryKeys[queryIndex] != null) {
            // The new request replaces the old one; that page is requested again when it is visible again.
            requested.remove(queryKeys[queryIndex]);
        }
        queryKeys[queryIndex] = page;
        long[] keys =
                Arrays.copyOfRange(index.keys(), page * PAGE_SIZE, Math.min(index.size(), (page + 1) * PAGE_SIZE));
        long requestedVersion = version;
        queries.submit(
                listing.id() + "-page-" + queryIndex,
                q -> EventRow.read(q, listing, keys, false),
                rows -> {
                    if (requestedVersion == version) {
                        queryKeys[queryIndex] = null;
                        requested.remove(page);
                        pages.put(page, rows);
                        var oldest = pages.entrySet().iterator();
                        while (pages.size() > MAX_PAGES) {
                            oldest.next();
                            oldest.remove();
                        }
                        whenLoaded.run();
                    }
                },
                e -> {
                    System.getLogger(EventPages.class.getName()).log(System.Logger.Level.WARNING, "reading events", e);
                    if (requestedVersion == version) {
                        queryKeys[queryIndex] = null;
                        // Failed pages are not requested again; they would fail with each
                        // repaint.
                        pages.put(page, Map.of());
                        whenLoaded.run();
                    }
                });
    }
}
