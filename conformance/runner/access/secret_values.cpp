#include "conformance/runner/access/secret_values.hpp"

#include "conformance/runner/access/secret_forms.hpp"

#include <algorithm>
#include <cstring>

namespace plumbline::runner {
namespace {

static_assert(kShortestMaskedText >= sizeof(std::uint32_t));

std::uint32_t start_of(std::string_view text) {
    std::uint32_t start = 0;
    std::memcpy(&start, text.data(), sizeof start);
    return start;
}

}  // namespace

void SecretTexts::add(const std::string& text) {
    std::vector<std::size_t>& same_start = by_start_[start_of(text)];
    const bool is_known =
        std::ranges::any_of(same_start, [&](std::size_t at) { return texts_[at] == text; });
    if (is_known) return;
    same_start.push_back(texts_.size());
    texts_.push_back(text);
}

std::size_t SecretTexts::longest_at(std::string_view rest) const {
    if (rest.size() < kShortestMaskedText) return 0;
    const auto found = by_start_.find(start_of(rest));
    if (found == by_start_.end()) return 0;
    std::size_t longest = 0;
    for (const std::size_t at : found->second) {
        if (rest.starts_with(texts_[at])) longest = std::max(longest, texts_[at].size());
    }
    return longest;
}

void SecretValues::add(const std::vector<FoundSecret>& found) {
    if (found.empty()) return;
    const std::lock_guard lock(mutex_);
    std::shared_ptr<KnownSecrets> changed;
    for (const FoundSecret& secret : found) {
        const auto& [name, value] = secret;
        if (value.empty() || !found_.insert(secret).second) continue;
        if (!changed) {
            changed =
                known_ ? std::make_shared<KnownSecrets>(*known_) : std::make_shared<KnownSecrets>();
        }
        const bool as_text = is_masked_as_text(value);
        for (const std::string& form : secret_forms(value)) {
            changed->longest = std::max(changed->longest, form.size());
            if (as_text && form.size() >= kShortestMaskedText) {
                changed->texts.add(form);
            } else {
                changed->members.push_back({name, form});
                if (has_other_names_) changed->members.push_back({"", form});
            }
        }
    }
    if (changed) known_ = std::move(changed);
}

std::shared_ptr<const KnownSecrets> SecretValues::known() const {
    const std::lock_guard lock(mutex_);
    return known_;
}

bool SecretValues::is_masked_as_text(const std::string& value) const {
    return value.size() >= kShortestMaskedText &&
           std::ranges::none_of(public_texts_, [&](const std::string& text) {
               return text.find(value) != std::string::npos;
           });
}

}  // namespace plumbline::runner
