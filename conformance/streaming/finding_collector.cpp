#include "conformance/streaming/finding_collector.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxFindings = 20;
constexpr std::size_t kMaxArrivals = 1'024;
constexpr std::uint64_t kContextBytes = 60;       ///< on either side
constexpr std::uint64_t kLongestSecret = 16'384;  ///< the context is masked with this margin, so
                                                  ///< that no secret is split

std::string escape_unprintable(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '\r') {
            text += "\\r";
        } else if (byte == '\n') {
            text += "\\n";
        } else if (code < 0x20 || code >= 0x7F) {
            text += fmt::format("\\x{:02x}", code);
        } else {
            text += byte;
        }
    }
    return text;
}

}  // namespace

void WireTrace::append(std::string_view bytes, Instant at) {
    bytes_.append(bytes);
    arrivals_.push_back({bytes_.size(), at});
    if (arrivals_.size() > kMaxArrivals) arrivals_.pop_front();
}

Duration WireTrace::arrival_time(std::uint64_t offset) const {
    const auto found =
        std::find_if(arrivals_.begin(), arrivals_.end(), [&](const ReadArrival& arrival) {
            return offset < arrival.end;
        });
    if (arrivals_.empty()) return {};
    return (found == arrivals_.end() ? arrivals_.back() : *found).at - started_;
}

bool WireTrace::has_secret_near(std::uint64_t offset) const {
    if (!mask_) return false;
    constexpr std::uint64_t kMargin = kContextBytes + kLongestSecret;
    const std::string bytes = bytes_.between(offset - std::min(offset, kMargin), offset + kMargin);
    return mask_(bytes) != bytes;
}

std::string WireTrace::context_of(std::uint64_t offset) const {
    // Masked before it is trimmed: half a secret would not be recognized.
    const std::uint64_t margin = mask_ ? kContextBytes + kLongestSecret : kContextBytes;
    std::string before = bytes_.between(offset - std::min(offset, margin), offset);
    std::string after = bytes_.between(offset, offset + margin);
    if (mask_) {
        const std::string whole = mask_(before + after);
        before = mask_(before);
        after = mask_(after);
        if (whole != before + after) return "bytes that contain a secret";
    }
    const std::size_t cut = before.size() - std::min<std::size_t>(before.size(), kContextBytes);
    return escape_unprintable(std::string_view(before).substr(cut)) + ">>" +
           escape_unprintable(std::string_view(after).substr(0, kContextBytes));
}

std::string WireTrace::describe(const StreamPosition& position) const {
    const std::string event = position.event > 0 ? fmt::format("event {}, ", position.event) : "";
    const double ms =
        std::chrono::duration<double, std::milli>(arrival_time(position.offset)).count();
    return fmt::format("{}byte {} of the body, {:.1f} ms after the request: {}",
                       event,
                       position.offset,
                       ms,
                       context_of(position.offset));
}

void FindingCollector::add(StreamRuleId rule, FindingDetails details) {
    const StreamRuleRow& row = row_of(rule);
    checks::CheckFinding one;
    one.finding.code = row.code;
    one.finding.where = where_;
    one.finding.expected = details.expected.empty() ? std::string(row.expected) : details.expected;
    one.finding.requirements = requirements_of(row, details, one.basis);
    violated_.insert(one.finding.requirements.begin(), one.finding.requirements.end());
    for (CountedFinding& counted : findings_) {
        const reports::Finding& known = counted.finding.finding;
        if (known.code != one.finding.code || known.expected != one.finding.expected) continue;
        ++counted.repeats;
        return;
    }
    if (findings_.size() >= kMaxFindings) {
        ++omitted_;
        return;
    }
    // `got` may quote a part of the bytes, and so a part of a secret.
    const bool is_secret = details.position && trace_.has_secret_near(details.position->offset);
    one.finding.got = is_secret ? "bytes that contain a secret" : std::move(details.got);
    if (details.position) one.finding.note = trace_.describe(*details.position);
    findings_.push_back({std::move(one)});
}

std::vector<std::string> FindingCollector::requirements_of(const StreamRuleRow& row,
                                                           const FindingDetails& details,
                                                           Basis& basis) const {
    // A rule that no document states follows from the protocols that it names.
    basis = Basis::kImplied;
    if (details.item) {
        basis = details.item->basis;
        return details.requirements.empty() ? details.item->requirements : details.requirements;
    }
    std::vector<std::string> ids;
    if (!stream_) return ids;
    for (const std::string_view word : row.contract_rules) {
        const StreamRule* declared = stream_->rule(word);
        if (!declared) continue;
        if (word == row.contract_rules.front()) basis = declared->basis;
        ids.insert(ids.end(), declared->requirements.begin(), declared->requirements.end());
    }
    return ids;
}

checks::CheckResult FindingCollector::take_result() {
    checks::CheckResult result;
    for (CountedFinding& counted : findings_) {
        reports::Finding& finding = counted.finding.finding;
        if (counted.repeats > 0)
            reports::add_note(finding, fmt::format("and {} more like it", counted.repeats));
        result.findings.push_back(std::move(counted.finding));
    }
    if (omitted_ > 0)
        reports::add_note(result.findings.back().finding,
                          fmt::format("and {} other findings", omitted_));
    std::set<std::string> verified = std::move(shown_);
    for (const std::string& word : checked_rules_) {
        if (const StreamRule* rule = stream_ ? stream_->rule(word) : nullptr)
            verified.insert(rule->requirements.begin(), rule->requirements.end());
    }
    std::set_difference(verified.begin(),
                        verified.end(),
                        violated_.begin(),
                        violated_.end(),
                        std::back_inserter(result.verified));
    findings_.clear();
    return result;
}

}  // namespace plumbline::streaming
