#include "spec/json/diff.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace plumbline {
namespace {

/// Two values to compare; null means absent.
struct ValuePair {
    std::string pointer;
    const Json* expected;
    const Json* actual;
};

std::string text_of(const Json* value) {
    return value == nullptr ? "" : to_short_text(*value);
}

/// Compares by value. The library's == considers -1 and the largest unsigned integer equal; a long
/// double represents every 64-bit integer and every double exactly.
bool same_number(const Json& a, const Json& b) {
    const auto wide = [](const Json& number) {
        if (number.is_number_float()) return static_cast<long double>(number.get<double>());
        if (number.is_number_unsigned())
            return static_cast<long double>(number.get<std::uint64_t>());
        return static_cast<long double>(number.get<std::int64_t>());
    };
    return wide(a) == wide(b);
}

bool same_scalar(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) return same_number(a, b);
    return a.type() == b.type() && a == b;
}

std::vector<ValuePair> member_pairs(const ValuePair& pair) {
    std::set<std::string> keys;
    for (const auto& item : pair.expected->items()) keys.insert(item.key());
    for (const auto& item : pair.actual->items()) keys.insert(item.key());
    std::vector<ValuePair> pairs;
    pairs.reserve(keys.size());
    for (const std::string& key : keys) {
        pairs.push_back({pair.pointer + '/' + escape_pointer_token(key),
                         member(*pair.expected, key),
                         member(*pair.actual, key)});
    }
    return pairs;
}

std::vector<ValuePair> item_pairs(const ValuePair& pair) {
    const auto at = [](const Json& array, std::size_t i) {
        return i < array.size() ? &array[i] : nullptr;
    };
    std::vector<ValuePair> pairs;
    for (std::size_t i = 0; i < std::max(pair.expected->size(), pair.actual->size()); ++i) {
        pairs.push_back(
            {pair.pointer + '/' + std::to_string(i), at(*pair.expected, i), at(*pair.actual, i)});
    }
    return pairs;
}

}  // namespace

std::vector<Difference> diff(const Json& expected, const Json& got, std::size_t max) {
    std::vector<Difference> differences;
    // A stack instead of recursion, because the depth of the values is not bounded here.
    std::vector<ValuePair> pending = {{"", &expected, &got}};
    while (!pending.empty() && differences.size() < max) {
        const ValuePair pair = std::move(pending.back());
        pending.pop_back();
        const bool both = pair.expected != nullptr && pair.actual != nullptr;
        if (both && pair.expected->type() == pair.actual->type() && pair.actual->is_structured()) {
            std::vector<ValuePair> inner =
                pair.actual->is_object() ? member_pairs(pair) : item_pairs(pair);
            std::move(inner.rbegin(), inner.rend(), std::back_inserter(pending));
        } else if (!both || !same_scalar(*pair.expected, *pair.actual)) {
            differences.push_back({pair.pointer, text_of(pair.expected), text_of(pair.actual)});
        }
    }
    return differences;
}

}  // namespace plumbline
