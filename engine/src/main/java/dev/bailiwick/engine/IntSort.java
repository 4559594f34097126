package dev.bailiwick.engine;

import java.util.Arrays;

/// Sorts numbers that stand for something else, without making objects of them.
final class IntSort {
    private static final int FEW = 16;

    private IntSort() {
    }

    /// How two numbers compare.
    interface Order {
        int compare(int left, int right);
    }

    static void sort(int[] values, int from, int to, Order order) {
        if (to - from <= FEW) {
            insert(values, from, to, order);
        } else {
            var part = Arrays.copyOfRange(values, from, to);
            merge(part.clone(), part, 0, part.length, order);
            System.arraycopy(part, 0, values, from, part.length);
        }
    }

    /// Both arrays have the same content in the range when it begins; `into` is sorted when it ends.
    private static void merge(int[] source, int[] into, int from, int to, Order order) {
        if (to - from <= FEW) {
            insert(into, from, to, order);
            return;
        }
        int middle = (from + to) >>> 1;
        merge(into, source, from, middle, order);
        merge(into, source, middle, to, order);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right == to || (left < middle && order.compare(source[left], source[right]) <= 0);
            into[i] = takeLeft ? source[left++] : source[right++];
        }
    }

    private static void insert(int[] values, int from, int to, Order order) {
        for (int i = from + 1; i < to; i++) {
            int value = values[i];
            int at = i;
            while (at > from && order.compare(values[at - 1], value) > 0) {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = value;
        }
    }
}
