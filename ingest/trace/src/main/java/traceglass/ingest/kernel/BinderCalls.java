package traceglass.ingest.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.table.StringPool;

/// Android's binder calls, independent of the trace format: a slice on the calling thread, a slice on the thread that
/// handles the call, and a flow between them. One-way calls are instants.
///
/// A failed call leaves its slice open because the events that would end it do not occur. If binder commands and
/// returns are recorded, they are used to end the slice: each thread has a stack of its active calls and their
/// progress.
public final class BinderCalls {

    private static final int NULL = StringPool.NULL;
    private static final int FLAG_ONE_WAY = 0x01;
    private static final int FLAG_ROOT_OBJECT = 0x04;
    private static final int FLAG_STATUS_CODE = 0x08;
    private static final int FLAG_ACCEPT_FDS = 0x10;

    // Numbers of commands and returns (include/uapi/linux/android/binder.h of Linux).
    private static final int BC_TRANSACTION = 0x40406300;
    private static final int BC_REPLY = 0x40406301;
    private static final int BC_TRANSACTION_SG = 0x40486311;
    private static final int BC_REPLY_SG = 0x40486312;
    private static final int BR_TRANSACTION_SEC_CTX = 0x80487202;
    private static final int BR_TRANSACTION = 0x80407202;
    private static final int BR_REPLY = 0x80407203;
    private static final int BR_DEAD_REPLY = 0x7205;
    private static final int BR_TRANSACTION_COMPLETE = 0x7206;
    private static final int BR_FAILED_REPLY = 0x7211;
    private static final int BR_FROZEN_REPLY = 0x7212;
    private static final int BR_ONEWAY_SPAM_SUSPECT = 0x7213;
    private static final int BR_TRANSACTION_PENDING_FROZEN = 0x7214;

    /// Progress of a call in the thread that sends it (S) or that receives and handles it (R).
    private enum Step {
        S_COMMANDED,
        S_SENT,
        S_COMPLETE,
        S_REPLY_RECEIVED,
        R_RECEIVED,
        R_RETURNED,
        R_COMMANDED,
        R_SENT
    }

    private static final class Call {
        Step step;
        boolean isKnown;
        boolean isOneWay;
        boolean isReply;

        Call(Step step) {
            this.step = step;
        }

        void recordSent(Step next, boolean isOneWay, boolean isReply) {
            step = next;
            isKnown = true;
            this.isOneWay = isOneWay;
            this.isReply = isReply;
        }
    }

    private record SentTransaction(boolean isReply, boolean isOneWay, int track, int slice, ArgsWriter args) {}

    private final ImportContext context;
    private final Map<Integer, SentTransaction> outstanding = new HashMap<>();
    private final Map<Integer, Deque<Call>> stacks = new HashMap<>();
    private final Set<Long> waitingForLock = new HashSet<>();
    private final Set<Long> holdingLock = new HashSet<>();
    private final int category;
    private final int lockWaiting;
    private final int lockHeld;
    private final int transaction;
    private final int transactionAsync;
    private final int replyName;
    private final int asyncReceive;
    private final int transactionId;
    private final int destNode;
    private final int destProcess;
    private final int destThread;
    private final int destName;
    private final int isReplyKey;
    private final int flagsKey;
    private final int codeKey;
    private final int callingTid;
    private final int dataSize;
    private final int offsetsSize;

    public BinderCalls(ImportContext context) {
        this.context = context;
        category = context.strings().intern("binder");
        lockWaiting = context.strings().intern("binder lock waiting");
        lockHeld = context.strings().intern("binder lock held");
        transaction = context.strings().intern("binder transaction");
        transactionAsync = context.strings().intern("binder transaction async");
        replyName = context.strings().intern("binder reply");
        asyncReceive = context.strings().intern("binder async rcv");
        transactionId = context.strings().intern("transaction id");
        destNode = context.strings().intern("destination node");
        destProcess = context.strings().intern("destination process");
        destThread = context.strings().intern("destination thread");
        destName = context.strings().intern("destination name");
        isReplyKey = context.strings().intern("reply transaction?");
        flagsKey = context.strings().intern("flags");
        codeKey = context.strings().intern("code");
        callingTid = context.strings().intern("calling tid");
        dataSize = context.strings().intern("data size");
        offsetsSize = context.strings().intern("offsets size");
    }

    private int utid(long tid) {
        return context.processes().thread(tid);
    }

    /// Formats a number as in call arguments: at least two hexadecimal digits.
    public static String hex(long value) {
        String digits = Long.toHexString(value & 0xFFFF_FFFFL);
        return digits.length() < 2 ? "0x0" + digits : "0x" + digits;
    }

    private static String flags(int flags) {
        StringBuilder text = new StringBuilder(hex(flags)).append(' ');
        if ((flags & FLAG_ONE_WAY) != 0) {
            text.append("this is a one-way call: async, no return; ");
        }
        if ((flags & FLAG_ROOT_OBJECT) != 0) {
            text.append("contents are the components root object; ");
        }
        if ((flags & FLAG_STATUS_CODE) != 0) {
            text.append("contents are a 32-bit status code; ");
        }
        if ((flags & FLAG_ACCEPT_FDS) != 0) {
            text.append("allow replies with file descriptors; ");
        }
        return flags == 0 ? text.append("No Flags Set").toString() : text.toString();
    }

    /// Handles a call to another process, or its reply.
    ///
    /// @param number id of the transaction, which is also used when it is received
    /// @param code code of the called method, as `0x` and hexadecimal digits
    public void addTransaction(
            long ts,
            long tid,
            int number,
            int node,
            long toProcess,
            long toThread,
            boolean isReply,
            int flags,
            String code) {
        int codeText = context.strings().intern(code + " Java Layer Dependent");
        int flagsText = context.strings().intern(flags(flags));
        boolean isOneWay = (flags & FLAG_ONE_WAY) != 0;
        int track = context.tracks().threadTrack(utid(tid));
        ArgsWriter args = b -> b.addInt(transactionId, number)
                .addInt(destNode, node)
                .addInt(destProcess, toProcess)
                .addBool(isReplyKey, isReply)
                .addString(flagsKey, flagsText)
                .addString(codeKey, codeText)
                .addUint(callingTid, tid);
        int slice;
        if (isReply) {
            int destUtid = context.processes().thread(toThread);
            int name = context.processes().threadName(destUtid);
            context.slices().addArgs(track, category, replyName, b -> {
                b.addInt(destThread, toThread);
                if (name != NULL) {
                    b.addString(destName, name);
                }
            });
            slice = context.slices().end(ts, track, NULL, NULL, args);
        } else if (isOneWay) {
            slice = context.slices().scoped(ts, 0, track, category, transactionAsync, args);
        } else {
            slice = context.slices().begin(ts, track, category, transaction, args);
        }
        outstanding.put(number, new SentTransaction(isReply, isOneWay, track, slice, args));
        Call call = top(tid);
        if (call == null) {
            return;
        }
        switch (call.step) {
            case S_COMMANDED -> call.recordSent(Step.S_SENT, isOneWay, isReply);
            case R_COMMANDED -> call.recordSent(Step.R_SENT, isOneWay, isReply);
            // Binder commands seem not to be recorded.
            case R_RECEIVED -> pop(tid);
            default -> {}
        }
    }

    /// Handles a call or reply received by a thread.
    public void addReceived(long ts, long tid, int number) {
        SentTransaction sent = outstanding.remove(number);
        if (sent == null) {
            // The call was not seen, so its kind is unknown.
            return;
        }
        int utid = utid(tid);
        int track = context.tracks().threadTrack(utid);
        if (!sent.isOneWay && !sent.isReply) {
            Call call = new Call(Step.R_RECEIVED);
            call.isKnown = true;
            push(utid, call);
        } else if (!sent.isOneWay) {
            Call call = top(tid);
            if (call != null && call.step == Step.S_COMPLETE) {
                call.step = Step.S_REPLY_RECEIVED;
            }
        }
        if (sent.isReply) {
            context.slices().end(ts, track, NULL, NULL, null);
            return;
        }
        int slice;
        if (sent.isOneWay) {
            slice = context.slices().scoped(ts, 0, track, category, asyncReceive, sent.args);
        } else {
            int name = context.processes().threadName(utid);
            context.slices().addArgs(sent.track, category, transaction, b -> {
                b.addUint(destThread, tid);
                if (name != NULL) {
                    b.addString(destName, name);
                }
            });
            slice = context.slices().begin(ts, track, category, replyName, null);
        }
        if (sent.slice >= 0 && slice >= 0) {
            context.flows().add(sent.slice, slice);
        }
    }

    /// Handles a command from a thread to the driver.
    public void addCommand(long tid, int command) {
        switch (command) {
            case BC_TRANSACTION, BC_TRANSACTION_SG -> push(utid(tid), new Call(Step.S_COMMANDED));
            case BC_REPLY, BC_REPLY_SG -> {
                Call call = top(tid);
                if (call != null && call.step == Step.R_RETURNED) {
                    call.step = Step.R_COMMANDED;
                }
            }
            default -> {}
        }
    }

    /// Handles a return code from the driver to a thread.
    public void addReturn(long ts, long tid, int code) {
        switch (code) {
            case BR_DEAD_REPLY, BR_FAILED_REPLY, BR_FROZEN_REPLY, BR_TRANSACTION_PENDING_FROZEN -> endFailed(ts, tid);
            case BR_TRANSACTION_COMPLETE, BR_ONEWAY_SPAM_SUSPECT -> endCompleted(tid);
            case BR_REPLY -> {
                Call call = top(tid);
                if (call != null && call.step == Step.S_REPLY_RECEIVED) {
                    pop(tid);
                }
            }
            case BR_TRANSACTION, BR_TRANSACTION_SEC_CTX -> {
                Call call = top(tid);
                if (call != null && call.step == Step.R_RECEIVED) {
                    call.step = Step.R_RETURNED;
                }
            }
            default -> {}
        }
    }

    private void endFailed(long ts, long tid) {
        Call call = top(tid);
        if (call == null) {
            return;
        }
        switch (call.step) {
            // The call failed before it was sent, so there is no slice.
            case S_COMMANDED -> pop(tid);
            case R_COMMANDED, S_SENT, R_SENT, S_COMPLETE -> {
                if (call.isKnown && !call.isOneWay && !call.isReply) {
                    context.slices().end(ts, context.tracks().threadTrack(utid(tid)), NULL, NULL, null);
                }
                pop(tid);
            }
            default -> {}
        }
    }

    private void endCompleted(long tid) {
        Call call = top(tid);
        if (call == null) {
            return;
        }
        switch (call.step) {
            case R_SENT, S_COMMANDED -> pop(tid);
            case S_SENT -> {
                if (call.isKnown && !call.isOneWay) {
                    call.step = Step.S_COMPLETE;
                } else {
                    pop(tid);
                }
            }
            default -> {}
        }
    }

    /// Handles the allocation of a buffer for the data that a thread sends.
    public void addBuffer(long tid, long data, long offsets) {
        context.slices()
                .addArgs(
                        context.tracks().threadTrack(utid(tid)),
                        category,
                        transaction,
                        b -> b.addUint(dataSize, data).addUint(offsetsSize, offsets));
    }

    /// Handles a thread waiting for the driver's lock, which exists in kernels before 4.14.
    public void lock(long ts, long tid) {
        waitingForLock.add(tid);
        context.slices().begin(ts, context.tracks().threadTrack(utid(tid)), category, lockWaiting, null);
    }

    public void addLock(long ts, long tid) {
        int utid = utid(tid);
        if (waitingForLock.remove(tid)) {
            int track = context.tracks().threadTrack(utid);
            context.slices().end(ts, track, NULL, NULL, null);
            context.slices().begin(ts, track, category, lockHeld, null);
            holdingLock.add(tid);
        }
    }

    public void unlock(long ts, long tid) {
        int utid = utid(tid);
        if (holdingLock.remove(tid)) {
            context.slices().end(ts, context.tracks().threadTrack(utid), category, lockHeld, null);
        }
    }

    private Call top(long tid) {
        Deque<Call> stack = stacks.get(utid(tid));
        return stack == null ? null : stack.peekLast();
    }

    private void push(int utid, Call call) {
        stacks.computeIfAbsent(utid, u -> new ArrayDeque<>()).addLast(call);
    }

    private void pop(long tid) {
        int utid = utid(tid);
        Deque<Call> stack = stacks.get(utid);
        stack.removeLast();
        if (stack.isEmpty()) {
            stacks.remove(utid);
        }
    }
}
