package traceglass.analysis.formula;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterKind;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackQuery;
import traceglass.analysis.track.TrackReadContext;

/// Counter that is computed from others by a user's formula.
///
/// @param counters tracks of counters, in the order of their letters in the formula
/// @param expression formula in the syntax of [CounterFormula]
/// @param unit may be empty
public record FormulaCounter(List<TrackNode> counters, String expression, String unit) implements CounterKind {

    public FormulaCounter {
        counters = List.copyOf(counters);
    }

    @Override
    public String id() {
        return "formula";
    }

    @Override
    public Formula formula() {
        return new Formula(expression, counters);
    }

    /// Returns the tables of the inputs, because computed samples are in no table.
    @Override
    public TrackQuery query() {
        List<Long> ids =
                counters.stream().flatMap(c -> c.kind().trackIds().stream()).toList();
        return TrackQuery.ofRelatedRows(RowKey.ofAll("counter", "track_id", ids));
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        try {
            CounterFormula formula = CounterFormula.of(expression, counters.size());
            List<CounterData> data = new ArrayList<>();
            for (int i = 0; i < counters.size(); i++) {
                data.add(formula.uses(i) ? (CounterData) context.dataOf(counters.get(i)) : null);
            }
            return formula.compute(data, unit);
        } catch (FormulaProblem e) {
            throw new SQLException(e.getMessage(), e);
        }
    }
}
