package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/// Reads call trees in JSON, whose nodes list those that they call in a member `children`, of any depth.
final class JsonCallTree {

    private static final String CHILDREN = "children";

    private JsonCallTree() {}

    /// Receives the members of nodes.
    ///
    /// @param <N> type of the nodes
    interface MemberReader<N> {
        /// Reads the parser's current value: a string, number or boolean.
        void readMember(N node, String key, JsonParser json) throws IOException;
    }

    /// Reads the node that starts at the parser's current token, with all its descendants.
    ///
    /// @param create factory that returns a new node below a parent, which is null for the first
    static <N> void read(JsonParser json, UnaryOperator<N> create, MemberReader<N> member) throws IOException {
        Deque<N> pending = new ArrayDeque<>();
        JsonToken token = json.currentToken();
        while (token != null) {
            switch (token) {
                case START_OBJECT -> pending.push(create.apply(pending.peek()));
                case END_OBJECT -> {
                    pending.pop();
                    if (pending.isEmpty()) {
                        return;
                    }
                }
                case FIELD_NAME -> {
                    String key = json.currentName();
                    JsonToken value = json.nextToken();
                    if (value != null && value.isScalarValue()) {
                        member.readMember(pending.getFirst(), key, json);
                    } else if (value != JsonToken.START_ARRAY || !key.equals(CHILDREN)) {
                        json.skipChildren();
                    }
                }
                default -> {}
            }
            token = json.nextToken();
        }
    }
}
