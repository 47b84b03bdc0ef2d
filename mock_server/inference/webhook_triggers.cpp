#include "mock_server/inference/webhook_triggers.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

/// A word of names, and the operations that it means.
struct EventWord {
    std::string_view word;
    std::array<OperationKind, 2> kinds;
};

using enum OperationKind;
constexpr std::array<EventWord, 16> kEventWords{{{"created", {kCreate, kCreate}},
                                                 {"create", {kCreate, kCreate}},
                                                 {"creation", {kCreate, kCreate}},
                                                 {"new", {kCreate, kCreate}},
                                                 {"added", {kCreate, kCreate}},
                                                 {"updated", {kPatch, kReplace}},
                                                 {"update", {kPatch, kReplace}},
                                                 {"changed", {kPatch, kReplace}},
                                                 {"change", {kPatch, kReplace}},
                                                 {"modified", {kPatch, kReplace}},
                                                 {"patched", {kPatch, kPatch}},
                                                 {"replaced", {kReplace, kReplace}},
                                                 {"deleted", {kDelete, kDelete}},
                                                 {"delete", {kDelete, kDelete}},
                                                 {"deletion", {kDelete, kDelete}},
                                                 {"removed", {kDelete, kDelete}}}};

/// Words beside the type and the event.
constexpr std::array<std::string_view, 8> kOtherWords{
    "on", "was", "is", "has", "been", "event", "webhook", "notification"};

/// Returns the words of a name in lower case: split at capitals and at what is no letter or digit.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    bool was_capital = true;
    for (const char c : name) {
        const bool is_capital = c >= 'A' && c <= 'Z';
        const bool is_word = is_ascii_letter(c) || is_ascii_digit(c);
        if (!is_word || (is_capital && !was_capital)) words.emplace_back();
        if (is_word) words.back() += c;
        was_capital = is_capital;
    }
    for (std::string& word : words) word = to_lower(word);
    std::erase(words, "");
    return words;
}

}  // namespace

std::vector<std::string> webhook_triggers(const ResourceModel& model, std::string_view webhook) {
    const EventWord* event = nullptr;
    std::string type;
    std::string whole_type;  // the words event and notification may be types, too
    for (const std::string& word : words_of(webhook)) {
        const auto found = std::ranges::find(kEventWords, word, &EventWord::word);
        if (found != kEventWords.end())
            event = &*found;
        else
            whole_type += word;
        if (found == kEventWords.end() && std::ranges::count(kOtherWords, word) == 0) type += word;
    }
    std::vector<std::string> operations;
    if (!event) return operations;
    for (const OperationRole& role : model.operations) {
        const ResourceType* resource = model.resource_of(role);
        if (!resource || std::ranges::count(event->kinds, role.kind) == 0) continue;
        const std::string name = plain_name(resource->name);
        const std::array names{name, name + 's', plain_name(resource->collection)};
        if (std::ranges::count(names, type) + std::ranges::count(names, whole_type) > 0)
            operations.push_back(role.operation->id);
    }
    return operations;
}

}  // namespace plumbline::mock
