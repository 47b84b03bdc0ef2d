#include "conformance/discovery/names.hpp"

#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace plumbline::discovery {
namespace {

/// Returns the words of a name in lower case: `listenerId` and `listener-id` have the same.
std::set<std::string> words_of(std::string_view name) {
    std::set<std::string> words;
    std::string word;
    for (const char c : name) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool separates = !is_ascii_letter(c) && !is_ascii_digit(c);
        if ((separates || is_upper) && !word.empty()) words.insert(std::exchange(word, ""));
        if (!separates) word += to_lower(std::string(1, c));
    }
    if (!word.empty()) words.insert(word);
    return words;
}

void add_of_object(const BodyField& field,
                   const Json& object,
                   std::map<std::string, std::string>& names) {
    std::vector<std::string> unknown;
    for (const auto& [name, value] : object.items()) {
        if (!field.find_declared(name)) unknown.push_back(name);
    }
    std::vector<std::string> missing;
    for (const BodyField& one : field.members) {
        if (one.is_declared && !object.contains(one.name)) missing.push_back(one.name);
    }
    const auto pair = [&](const std::string& name, const std::string& found) {
        if (found.empty()) return false;
        names.emplace(name, found);
        std::erase(unknown, std::string(found));
        return true;
    };
    // A misspelling is less certain than the same words.
    std::erase_if(missing, [&](const std::string& name) {
        const auto same = std::ranges::find_if(
            unknown, [&](const std::string& one) { return words_of(one) == words_of(name); });
        return same != unknown.end() && pair(name, std::string(*same));
    });
    for (const std::string& name : missing) pair(name, nearest_name(name, unknown));
}

void add_of(const BodyField& field, const Json& value, std::map<std::string, std::string>& names) {
    if (value.is_object() && field.has_named_members()) add_of_object(field, value, names);
    if (!value.is_structured()) return;
    for (const auto& [name, part] : value.items()) {
        const BodyField* own = field.find(value.is_array() ? "*" : name);
        if (own) add_of(*own, part, names);
    }
}

}  // namespace

void add_near_names(const BodyFields& fields,
                    const Json& body,
                    std::map<std::string, std::string>& names) {
    add_of(fields.root(), body, names);
}

}  // namespace plumbline::discovery
