package traceglass.app.compare;

import java.util.function.Consumer;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareReader;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.Comparison;
import traceglass.app.session.TraceSession;

/// Runs the same query on both traces; a new query replaces the previous one. Used on the JavaFX thread.
final class CompareLoader {

    private static final String KEY = "compare";

    private boolean isBusy;
    private long version;

    /// Returns whether a result is pending.
    boolean isBusy() {
        return isBusy;
    }

    /// Discards pending results.
    void discard() {
        version++;
        isBusy = false;
    }

    /// Queries both traces.
    ///
    /// @param done called with the comparison when both results are available
    /// @param failed called with the error if a query fails
    void load(
            TraceSession a,
            TraceSession b,
            CompareQuery query,
            CompareScope scopeA,
            CompareScope scopeB,
            Consumer<CompareResult> done,
            Consumer<Exception> failed) {
        long request = ++version;
        isBusy = true;
        a.queries()
                .submit(
                        KEY,
                        q -> CompareReader.read(q, a::openSql, query, scopeA),
                        sideA -> b.queries()
                                .submit(
                                        KEY,
                                        q -> {
                                            CompareReader.Side sideB = CompareReader.read(q, b::openSql, query, scopeB);
                                            Comparison comparison = Comparison.of(
                                                    sideA.names(),
                                                    sideB.names(),
                                                    query.subject().measure(),
                                                    !query.subject().isTime());
                                            return new CompareResult(
                                                    query,
                                                    scopeA,
                                                    scopeB,
                                                    comparison,
                                                    sideA.isTruncated() || sideB.isTruncated());
                                        },
                                        result -> deliver(request, result, done),
                                        e -> deliver(request, e, failed)),
                        e -> deliver(request, e, failed));
    }

    private <T> void deliver(long requestNumber, T result, Consumer<T> action) {
        if (requestNumber == version) {
            isBusy = false;
            action.accept(result);
        }
    }
}
