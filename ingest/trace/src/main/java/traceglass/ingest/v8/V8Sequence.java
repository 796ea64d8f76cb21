package traceglass.ingest.v8;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.protos.chrome.InternedV8Isolate;
import traceglass.protos.chrome.InternedV8JsFunction;
import traceglass.protos.chrome.InternedV8JsScript;
import traceglass.protos.chrome.InternedV8String;
import traceglass.protos.chrome.InternedV8WasmScript;
import traceglass.protos.trace.InternedData;
import traceglass.store.names.StatNames;

/// Rows of a sequence's interned V8 data, by interning id. Missing data is counted, and its row is [#NONE].
final class V8Sequence {

    static final int NONE = -1;

    private static final SequenceState.Key<V8Sequence> KEY = SequenceState.Key.of(V8Sequence::new);

    private final Map<Long, Integer> isolates = new HashMap<>();
    private final Map<Long, Integer> scripts = new HashMap<>();
    private final Map<Long, Integer> wasmScripts = new HashMap<>();
    private final Map<Long, Integer> functions = new HashMap<>();
    private final Map<Long, Integer> names = new HashMap<>();

    private V8Sequence() {}

    static V8Sequence of(SequenceState state) {
        return state.get(KEY);
    }

    int isolate(ImportContext context, SequenceState state, V8Isolates all, long iid) {
        Integer existing = isolates.get(iid);
        if (existing != null) {
            return existing;
        }
        InternedV8Isolate isolate =
                find(context, state, InternedData.V8_ISOLATE_FIELD_NUMBER, iid, InternedV8Isolate.parser());
        if (isolate == null) {
            return NONE;
        }
        int row = all.row(isolate);
        isolates.put(iid, row);
        return row;
    }

    int function(ImportContext context, SequenceState state, V8Scripts scripts, long iid, int isolate) {
        Integer existing = functions.get(iid);
        if (existing != null) {
            return existing;
        }
        InternedV8JsFunction function =
                find(context, state, InternedData.V8_JS_FUNCTION_FIELD_NUMBER, iid, InternedV8JsFunction.parser());
        if (function == null) {
            return NONE;
        }
        int script = script(context, state, scripts, function.getV8JsScriptIid(), isolate);
        int name = script == NONE ? NONE : name(context, state, function.getV8JsFunctionNameIid());
        if (name == NONE) {
            return NONE;
        }
        int row = scripts.function(function, name, script);
        functions.put(iid, row);
        return row;
    }

    private int script(ImportContext context, SequenceState state, V8Scripts all, long iid, int isolate) {
        Integer existing = scripts.get(iid);
        if (existing != null) {
            return existing;
        }
        InternedV8JsScript script =
                find(context, state, InternedData.V8_JS_SCRIPT_FIELD_NUMBER, iid, InternedV8JsScript.parser());
        if (script == null) {
            return NONE;
        }
        int row = all.script(script, isolate);
        scripts.put(iid, row);
        return row;
    }

    int wasmScript(ImportContext context, SequenceState state, V8Scripts scripts, long iid, int isolate) {
        Integer existing = wasmScripts.get(iid);
        if (existing != null) {
            return existing;
        }
        InternedV8WasmScript script =
                find(context, state, InternedData.V8_WASM_SCRIPT_FIELD_NUMBER, iid, InternedV8WasmScript.parser());
        if (script == null) {
            return NONE;
        }
        int row = scripts.wasmScript(script, isolate);
        wasmScripts.put(iid, row);
        return row;
    }

    private int name(ImportContext context, SequenceState state, long iid) {
        Integer existing = names.get(iid);
        if (existing != null) {
            return existing;
        }
        InternedV8String name =
                find(context, state, InternedData.V8_JS_FUNCTION_NAME_FIELD_NUMBER, iid, InternedV8String.parser());
        if (name == null) {
            return NONE;
        }
        int id = context.strings().intern(V8Text.of(name));
        names.put(iid, id);
        return id;
    }

    private static <T> T find(ImportContext context, SequenceState state, int field, long iid, Parser<T> parser) {
        InternedMessage message = state.interned(field, iid);
        if (message != null) {
            try {
                return parser.parseFrom(message.bytes());
            } catch (InvalidProtocolBufferException e) {
                // Counted below as missing.
            }
        }
        context.stats().increment(StatNames.V8_INTERN_ERRORS);
        return null;
    }
}
